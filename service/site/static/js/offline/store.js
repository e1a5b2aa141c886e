/** What this browser has to send, in the order in which people entered it. It survives reloads and power cuts. */

const NAME = "recount";
const VERSION = 1;
const ITEMS = "items"; // what waits, by the order of its entry
const LANES = "lanes"; // what is remembered about each lane

/**
 * Something that waits to be sent: its lane, its own id, and the time on the device with the offset of the clock of the
 * service, if that was measured. `tried` says that it was sent without a reply.
 * @typedef {{order?: number, lane: string, id: string, at: number, offset: number | null, tried: boolean, content: any}} Item
 */

/**
 * What is remembered about a lane: the last entry of the service that its items follow, and the offset of the clock.
 * @typedef {{last: number, offset: number | null}} Lane
 */

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const items = request.result.createObjectStore(ITEMS, {
        keyPath: "order",
        autoIncrement: true,
      });
      items.createIndex("lane", "lane");
      request.result.createObjectStore(LANES);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * Runs `work` in a transaction over both stores, and returns the result of its last request once all is on the disk.
 * @param {IDBTransactionMode} mode
 * @param {(items: IDBObjectStore, lanes: IDBObjectStore) => IDBRequest | void} work
 * @returns {Promise<any>}
 */
async function transact(mode, work) {
  const transaction = (await database()).transaction([ITEMS, LANES], mode, {
    durability: "strict",
  });
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(ITEMS), transaction.objectStore(LANES));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * Adds an item at the end of its lane.
 * @param {Item} item
 */
export const addItem = (item) => transact("readwrite", (items) => items.add(item));

/**
 * Returns the items of a lane, the oldest first.
 * @param {string} lane
 * @returns {Promise<Item[]>}
 */
export const readItems = (lane) => transact("readonly", (items) => items.index("lane").getAll(lane));

/**
 * Writes changed items.
 * @param {Item[]} changed
 */
export const writeItems = (changed) =>
  transact("readwrite", (items) => {
    for (const item of changed) items.put(item);
  });

/**
 * Puts other items in the place of some, the first of which has a whole `order`, all or none.
 * @param {Item[]} replaced
 * @param {Item[]} others
 */
export const replaceItems = (replaced, others) =>
  transact("readwrite", (items) => {
    const orders = replaced.map(({ order }) => /** @type {number} */ (order));
    for (const order of orders) items.delete(order);
    for (const [index, other] of others.entries())
      items.put({ ...other, order: orders[0] + index / (others.length + 1) });
  });

/**
 * Removes items, and writes what their lane remembers, both or neither.
 * @param {Item[]} removed
 * @param {string} lane
 * @param {Lane} memory
 */
export const removeItems = (removed, lane, memory) =>
  transact("readwrite", (items, lanes) => {
    for (const { order } of removed) items.delete(/** @type {number} */ (order));
    lanes.put(memory, lane);
  });

/**
 * Returns what a lane remembers.
 * @param {string} lane
 * @returns {Promise<Lane>}
 */
export const readLane = async (lane) =>
  (await transact("readonly", (_, lanes) => lanes.get(lane))) ?? { last: 0, offset: null };
