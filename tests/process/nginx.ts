/** nginx with deploy/nginx.conf, on ports and a certificate of this test's own. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { freePorts } from '../../scripts/ports.mjs'
import { eventually, isRoot, newFolder, root, start } from './program.ts'

/** Debian's package; CI must have it. */
const NGINX = '/usr/sbin/nginx'
export const hasNginx = Boolean(process.env.CI) || existsSync(NGINX)

export type Answered = { status: number; text: string; location?: string }
export type Front = {
  url: string
  /** Its output, for a test that fails. */
  log(): string
  /** What it wrote about requests. */
  requests(): string
  /** On a separate connection, like a new visitor. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export async function startNginx(ports: readonly number[]): Promise<Front> {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  const plain = await freePorts(2)
  const port = plain + 1
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]
  execFileSync('openssl', made, { stdio: 'ignore' })
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replaceAll('/var/log/nginx/error.log', 'stderr')
    .replaceAll('/var/log/nginx/', `${folder}/`)
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1;
${isRoot ? 'user nobody nogroup;' : ''}
events { worker_connections 512; }
http {
  access_log ${folder}/access.log;
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`,
  )
  const nginx = start(NGINX, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')])
  const send = sendTo(port, certificate)
  await eventually(
    async () =>
      nginx.child.exitCode !== null || (await send('GET', '/readyz').catch(() => null))?.status === 404,
  )
  if (nginx.child.exitCode !== null) throw new Error(nginx.output())
  const requests = () => readFileSync(join(folder, 'access.log'), 'utf8')
  return { url: `https://localhost:${port}`, send, log: nginx.output, requests }
}

function sendTo(port: number, certificate: string): Front['send'] {
  const ca = readFileSync(certificate)
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port, servername: 'localhost', ca, agent: false, method, path }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request({ ...to, headers: { ...type, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
}
