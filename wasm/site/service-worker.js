// Keeps the site for use without a network. `cargo xtask site` writes the constants before this: VERSION, a
// digest of all files; FILES, those that the page needs; and DATA, those that the solver loads for some boards.

// Other sites may share the origin, and with it all caches.
const CACHE = `${registration.scope} ${VERSION}`;

addEventListener('install', (event) => event.waitUntil(keepFiles()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('message', (event) => event.waitUntil(keepData()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  // The browser's own cache may have files of an earlier version.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`${registration.scope} `) && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

async function keepData() {
  const cache = await caches.open(CACHE);
  for (const file of DATA) if (!(await cache.match(file))) await cache.add(file);
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === 'navigate' ? './' : request);
  return kept ?? fetch(request);
}
