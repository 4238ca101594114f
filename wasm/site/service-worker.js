// Keeps the site for use without a network. `cargo xtask site` writes the constants before this: VERSION, a
// digest of all files; FILES, those that the page needs; and DATA, those that the solver loads for some boards.
//
// Other sites and programs may share the origin, so only requests for the site's own files are answered here, and each
// of them is sent to the network first. Where the site has been removed, the service worker removes itself.

const CACHE = `${registration.scope} ${VERSION}`;
const addressOf = (file) => new URL(file, registration.scope).href;
const PAGE = addressOf('./');
const PAGES = [PAGE, addressOf('index.html')];
const OWN = new Set([...PAGES, ...[...FILES, ...DATA].map(addressOf)]);

addEventListener('install', (event) => event.waitUntil(keepFiles()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('message', (event) => event.waitUntil(keepData()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.mode === 'navigate') event.waitUntil(leaveIfRemoved());
  if (request.method === 'GET' && OWN.has(address)) event.respondWith(answer(request, PAGES.includes(address) ? PAGE : address));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  // The browser's own cache may have files of an earlier version.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  await skipWaiting();
}

async function takeOver() {
  await dropCaches((name) => name !== CACHE);
  await clients.claim();
}

async function dropCaches(isDropped) {
  for (const name of await caches.keys()) {
    if (name.startsWith(`${registration.scope} `) && isDropped(name)) await caches.delete(name);
  }
}

async function keepData() {
  const cache = await caches.open(CACHE);
  for (const file of DATA) if (!(await cache.match(file))) await cache.add(file);
}

/** The network's answer, or else the file that was kept. */
async function answer(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(address);
    if (kept) return kept;
    throw error;
  }
}

/** Unregisters the service worker if its own script is no longer there. Without a network, it stays. */
async function leaveIfRemoved() {
  const response = await fetch(addressOf('service-worker.js'), { cache: 'no-store' }).catch(() => undefined);
  const isThere = response?.ok && /javascript/.test(response.headers.get('content-type'));
  // An error of the server may pass.
  if (!response || isThere || response.status >= 500) return;
  await registration.unregister();
  await dropCaches(() => true);
}
