// Subscribes this browser and sends the form of the page, so that the page decides who may do so. Its texts come from
// the page.
"use strict";

(() => {
  const part = document.getElementById("push");
  if (!part) return;
  const form = part.querySelector("form");
  const status = document.getElementById("push-status");
  const say = (text) => { status.textContent = text; };
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isAble || !window.isSecureContext) return;
  document.getElementById("push-unable").hidden = true;
  part.hidden = false;

  const bytes = (text) => {
    const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
    return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
  };

  const isOfKey = (subscription, key) => {
    const its = new Uint8Array(subscription.options.applicationServerKey || []);
    return its.length === key.length && its.every((byte, place) => byte === key[place]);
  };

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      say(part.dataset.denied);
      return;
    }
    await navigator.serviceWorker.register("/service-worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytes(part.dataset.key);
    const known = await pushManager.getSubscription();
    // A subscription to another key, as of an earlier server under this address, can't be pushed to.
    if (known && !isOfKey(known, key)) await known.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(part.dataset.working);
    subscribe().catch(() => say(part.dataset.failed));
  });
})();
