// static_server.mjs: the files of a folder and some more, on a free port of 127.0.0.1.
import {createReadStream, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {basename, extname, join} from 'node:path';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

// files: path on the server -> path on disk; what is not among them is looked for in the folder.
export async function serve(folder, files) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = files.get(path) ?? join(folder, basename(path));
    if (!statSync(file, {throwIfNoEntry: false})?.isFile()) return response.writeHead(404).end();
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, {'content-type': type});
    createReadStream(file).pipe(response);
  });
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  return {url: `http://127.0.0.1:${server.address().port}`, close: () => server.close()};
}
