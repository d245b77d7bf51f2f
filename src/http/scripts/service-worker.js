// Shows what is pushed, and opens its page when it is tapped. It answers no requests and keeps nothing.
"use strict";

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data ? event.data.json() : {};
  } catch {
    // What does not read is shown as a bare notification: a push that shows nothing costs the subscription.
  }
  const options = { body: told.body || "", tag: told.tag || "", data: { url: told.url || "/home" } };
  event.waitUntil(self.registration.showNotification(told.title || "Althing", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Only a page of this server is opened, whatever the data says.
  const url = new URL(event.notification.data.url, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  event.waitUntil(self.clients.openWindow(target));
});
