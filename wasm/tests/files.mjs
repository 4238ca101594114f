// A plain file server: nothing but files under a path, without special headers.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';

const SITE = new URL('../../target/site/', import.meta.url);

/** The types that every server knows. A module needs one; WebAssembly does not. */
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json' };

/** The path of the site. */
export const PATH = '/some/school/othello/';

/**
 * Serves target/site/. `requested` lists the names of the requested files; `others` are further pages, by their paths.
 * After `remove`, only these other pages are served.
 */
export async function serveFiles({ port = 0, others = {} } = {}) {
  const requested = [];
  let isRemoved = false;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname in others) return response.writeHead(200, { 'content-type': 'text/html' }).end(others[pathname]);
    const name = pathname.startsWith(PATH) && !isRemoved ? pathname.slice(PATH.length) || 'index.html' : undefined;
    const contents = name && !name.includes('..') && (await readFile(new URL(name, SITE)).catch(() => undefined));
    if (contents) requested.push(name);
    // Browsers ask every server for this.
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const type = TYPES[name?.split('.').at(-1)] ?? 'application/octet-stream';
    if (!contents) return response.writeHead(404, { 'content-type': 'text/html' }).end('<title></title>Not found');
    response.writeHead(200, { 'content-type': type }).end(contents);
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  const remove = () => (isRemoved = true);
  return { remove, address: `http://127.0.0.1:${server.address().port}${PATH}`, port: server.address().port, requested, stop };
}
