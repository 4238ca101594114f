// Has the browser keep the site, so that it works without a network from the first visit on.

if (navigator.serviceWorker) {
  await navigator.serviceWorker.register('service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  // The data for all boards are 5 MB, too much for some connections.
  if (!navigator.connection?.saveData) active.postMessage('keep all data');
}

export {};
