/** Cosignatures of witnesses and policies that require them (C2SP tlog-cosignature, tlog-policy). */

import { COSIGNATURE, noteParts, readKey, verifies } from "./signatures.js";

const NOBODY = "none";
const TIME_BYTES = 8;

/** Returns the witnesses of a policy that cosigned a note before a time in seconds since 1970, by name. */
export function cosignersOf(note, { witnesses }, before = Infinity) {
  const { text, signatures } = noteParts(note);
  const isSigned = (key) =>
    signatures.some(({ name, id, signature }) => {
      if (name !== key.name || !key.id.equals(id) || signature.length <= TIME_BYTES) return false;
      const time = signature.readBigUInt64BE(0);
      return (
        time < before &&
        verifies(key, `cosignature/v1\ntime ${time}\n${text}`, signature.subarray(TIME_BYTES))
      );
    });
  return new Set([...witnesses].filter(([, key]) => isSigned(key)).map(([name]) => name));
}

/** Returns the quorum of a policy as a group, with a threshold of 0 for none. */
export function requiredOf({ groups, quorum }) {
  if (quorum === NOBODY) return { threshold: 0, members: [] };
  return groups.get(quorum) ?? { threshold: 1, members: [quorum] };
}

/** Returns whether witnesses are enough for a policy. */
export function isMet(policy, cosigners) {
  const hasCosigned = ({ threshold, members }) =>
    members.filter((name) =>
      policy.groups.has(name) ? hasCosigned(policy.groups.get(name)) : cosigners.has(name),
    ).length >= threshold;
  return hasCosigned(requiredOf(policy));
}

/** Returns the policy in a text, or throws with the number of the line. */
export function readPolicy(text) {
  const policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: undefined };
  const used = new Set();
  for (const [index, line] of text.split("\n").entries()) {
    const words = line.split(/[ \t]+/).filter(Boolean);
    if (words.length && !words[0].startsWith("#")) readLine(words, index + 1, policy, used);
  }
  if (policy.quorum === undefined) throw new Error("The policy has no line “quorum”.");
  return policy;
}

function readLine([kind, name, ...rest], number, policy, used) {
  const { logs, witnesses, groups } = policy;
  const isNew = name !== NOBODY && !witnesses.has(name) && !groups.has(name);
  if (kind === "log" && name !== undefined && rest.length < 2) {
    logs.push(readOwnKey(name, number, logs));
  } else if (kind === "witness" && isNew && [1, 2].includes(rest.length)) {
    witnesses.set(name, readOwnKey(rest[0], number, [...witnesses.values()], COSIGNATURE));
  } else if (kind === "group" && isNew && rest.length > 1) {
    const [word, ...members] = rest;
    const names = [...witnesses.keys(), ...groups.keys()];
    requireNames(
      members,
      number,
      names.filter((other) => !used.has(other)),
    );
    for (const member of members) used.add(member);
    groups.set(name, { threshold: readCount(word, members.length, number), members });
  } else if (kind === "quorum" && name !== undefined && !rest.length && policy.quorum === undefined) {
    requireNames([name], number, [NOBODY, ...witnesses.keys(), ...groups.keys()]);
    policy.quorum = name;
  } else {
    throw new Error(`Line ${number} of the policy is wrong: “${[kind, name, ...rest].join(" ").trim()}”.`);
  }
}

/** Returns the key in a text, or throws if one of `others` has the same public key. */
function readOwnKey(text, number, others, kind) {
  let key;
  try {
    key = readKey(text, kind);
  } catch (error) {
    throw new Error(`Line ${number} of the policy has a wrong key: ${error.message}.`);
  }
  if (others.some((other) => other.public.equals(key.public)))
    throw new Error(`Line ${number} of the policy names a key again: “${text}”.`);
  return key;
}

function requireNames(names, number, allowed) {
  if (new Set(names).size === names.length && names.every((name) => allowed.includes(name))) return;
  const possible = [...allowed].sort().join(", ") || "nobody yet";
  throw new Error(`Line ${number} of the policy may name, once each: ${possible}.`);
}

function readCount(word, members, number) {
  const named = { any: 1, all: members };
  const count = Object.hasOwn(named, word) ? named[word] : /^[0-9]+$/.test(word) ? Number(word) : 0;
  if (count < 1 || count > members)
    throw new Error(`Line ${number} of the policy requires ${word} of ${members} members.`);
  return count;
}
