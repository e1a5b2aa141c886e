"""A browser turns notifications on, shows what a push service brings, and goes to its page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.service.notifications.receivers import PushBrowser
from tests.service.webhooks.receivers import listening

from .accessibility import in_light_and_dark
from .events import Event
from .serving import Served

Person = Callable[..., Page]

PUSH_SERVICE = """([subscription]) => {
  const decode = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(decode(text), (each) => each.charCodeAt(0)).buffer;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  const subscribed = (key) => ({
    endpoint: subscription.endpoint,
    options: { applicationServerKey: bytes(key) },
    getKey: (name) => bytes(name === "auth" ? subscription.auth_secret : subscription.browser_key),
    unsubscribe: async () => delete localStorage.subscribed,
  });
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    subscribed((localStorage.subscribed = applicationServerKey));
  PushManager.prototype.getSubscription = async () =>
    localStorage.subscribed ? subscribed(localStorage.subscribed) : null;
}"""
"""A push service for a browser that reaches none: Chromium without windows has no notifications either."""

SCREEN = """() => {
  self.shown = [];
  self.went = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
  Clients.prototype.openWindow = async (url) => { self.went.push(`opened ${url}`); };
  WindowClient.prototype.focus = async function () { self.went.push(`went to ${this.url}`); };
}"""
CLICK = """async () => {
  const event = new Event("notificationclick");
  let done;
  event.notification = { data: self.shown.at(-1).data, close() {} };
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  await done;
  return self.went.pop();
}"""

RENEWING = """([former, fresh, statuses]) => {
  const bytes = (text) => {
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(decoded, (each) => each.charCodeAt(0)).buffer;
  };
  const subscribed = (subscription) => ({
    endpoint: subscription.endpoint,
    options: { applicationServerKey: bytes(subscription.service_key) },
    getKey: (name) => bytes(name === "auth" ? subscription.auth_secret : subscription.browser_key),
    unsubscribe: async () => { self.present = null; },
  });
  self.present = subscribed(former);
  self.replies = [];
  PushManager.prototype.getSubscription = async () => self.present;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => (
    self.present = subscribed({ ...fresh, service_key: applicationServerKey })
  );
  const reach = self.fetch.bind(self);
  self.fetch = async (path, options) => {
    if (path !== "/notifications/browser") return reach(path, options);
    const lost = statuses.shift();
    const reply = lost ? new Response("", { status: lost }) : await reach(path, options);
    self.replies.push(reply.status);
    return reply;
  };
}"""
"""A push service for the service worker, whose next requests to Recount have *statuses*, real ones for 0."""
PUSH = """async ([message, count]) => {
  const work = [];
  for (let number = 0; number < count; number++) {
    const event = new Event("push");
    event.data = { json: () => message };
    event.waitUntil = (promise) => work.push(promise);
    self.dispatchEvent(event);
  }
  await Promise.all(work);
  return [self.replies.splice(0), self.present.endpoint];
}"""


def test_a_push_message_leads_to_the_table_of_a_new_round(person: Person, served: Served) -> None:
    with listening() as push_service:
        push = PushBrowser(push_service)
        page = person(kept=False, service_workers="allow")
        page.add_init_script(f"({PUSH_SERVICE})({json.dumps([push.subscription('')])})")
        page.goto(f"{served.url}/me")
        page.get_by_label("Your name").fill("Hedy")
        page.locator("#make").click()
        page.goto(f"{served.url}/me")
        profile = page.get_by_role("link", name="Your rating and results").get_attribute("href")
        page.locator("#main").get_by_role("link", name="Change notifications").click()
        page.locator("#turn-on").click()
        expect(page.locator("#browser-said")).to_have_text("This browser gets notifications.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert in_light_and_dark(page) == []
        event = Event(served)
        event.does("register", players=[{"player": str(profile).rpartition("/")[2]}, {"name": "Mae"}])
        event.starts(1)
        push_service.waits_for(1)
        [message] = push.messages
        assert (message["title"], message["body"]) == ("Spring Open: round 1", "Table 1, against Mae")
        worker = page.context.service_workers[0]
        worker.evaluate(SCREEN)
        deliver(page, served, message)
        page.wait_for_function("navigator.serviceWorker.controller")
        shown = [*map(dict, worker.evaluate("() => self.shown"))]
        assert [(note["title"], note["body"], note["tag"]) for note in shown] == [
            (message["title"], message["body"], message["tag"])
        ]
        table = f"{served.url}/t/{event.id}/me"
        assert worker.evaluate(CLICK) == f"opened {table}"
        page.goto(table)
        assert worker.evaluate(CLICK) == f"went to {table}"
        fresh = PushBrowser(push_service).subscription(message["key"])
        former = push.subscription(push.subscription("")["browser_key"])  # with a key that was replaced
        worker.evaluate(RENEWING, [former, fresh, [503, 0, 503, 503]])
        assert worker.evaluate(PUSH, [message, 1]) == [[503], former["endpoint"]]
        assert worker.evaluate(PUSH, [message, 2]) == [[200, 503, 503], fresh["endpoint"]]
        page.add_init_script(f"({PUSH_SERVICE})({json.dumps([fresh])})")
        page.goto(f"{served.url}/me")
        assert worker.evaluate(PUSH, [message, 2]) == [[200], fresh["endpoint"]]
        page.goto(f"{served.url}/me/notifications")
        expect(page.locator("#browser-said")).to_have_text("This browser gets notifications.")
        expect(page.locator("section.browser")).to_have_count(0)
        page.get_by_role("button", name="Turn off notifications").click()
        expect(page.locator("#browser-said")).to_have_text("This browser gets no notifications.")
        assert not page.evaluate("localStorage.subscribed")
        page.locator("#turn-on").click()
        expect(page.locator("#browser-said")).to_have_text("This browser gets notifications.")
        page.goto(f"{served.url}/me")
        page.locator("#leave").click()
        page.wait_for_function("!localStorage.subscribed")


def deliver(page: Page, served: Served, message: Any) -> None:
    """Lets the browser's push service wake the service worker of *page*."""
    line = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    line.send("ServiceWorker.enable")
    while not registrations:
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    line.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": served.url,
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(message),
        },
    )
    line.detach()
