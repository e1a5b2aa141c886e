/** The parts of a service worker that its scripts use: TypeScript knows them only without the names of a page. */

export interface ServiceWorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => unknown,
  ): void;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  message: ExtendableEvent & { data: any };
  fetch: ExtendableEvent & { request: Request; respondWith(reply: Promise<Response | undefined>): void };
  push: ExtendableEvent & { data: { json(): any } };
  notificationclick: ExtendableEvent & { notification: Notification };
  pushsubscriptionchange: ExtendableEvent & { oldSubscription: PushSubscription | null };
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}
