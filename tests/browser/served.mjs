// Starts the real server, for tests of the page it serves.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The program named by $OTHELLO_SOLVER, or else the release build. */
export const PROGRAM = process.env.OTHELLO_SOLVER ?? new URL('../../target/release/othello-solver', import.meta.url).pathname;

// Stop all servers when the test exits, even if it failed.
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Starts the server, by default on a free port. */
export async function serve({ port = 0, threads = 2 } = {}) {
  const root = new URL('../../', import.meta.url).pathname;
  const child = spawn(PROGRAM, ['serve', '--port', `${port}`, '--threads', `${threads}`, '--hash', '64M'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  running.add(child);
  // A server that was never stopped must not keep the test process alive.
  child.unref();
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text;
    const address = said.match(/http:\/\/[\d.:]+\//)?.[0];
    if (address) {
      child.stdout.destroy();
      const stop = async () => {
        child.ref();
        child.kill('SIGTERM');
        await ended;
        running.delete(child);
      };
      return { address, stop };
    }
  }
  throw new Error(`the server did not print its address: ${said}`);
}

/** Waits until the page knows the value of every move. */
export function settled(page) {
  return page.waitForFunction(() => document.getElementById('progress').dataset.state === 'idle');
}
