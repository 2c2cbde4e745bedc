/** The files for containers and systemd match the program and its settings, as far as can be checked without either. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, SETTINGS } from '#server/platform/config/config.ts'
import { PARTS } from '../process/installation.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  image?: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: Record<string, unknown> | string[]
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}
const services = Object.entries(compose.services)
const programs = services.filter(([, { image }]) => image === 'pledgeraiser')
const dependenciesOf = ({ depends_on: on = [] }: Service) => (Array.isArray(on) ? on : Object.keys(on))

/** What a mounted secret could contain, by the setting's name. */
const SAMPLES: Record<string, string> = {
  DATABASE_URL: 'postgres://pledgeraiser:secret@pooler:5432/pledgeraiser',
  DATABASE_DIRECT_URL: 'postgres://pledgeraiser:secret@database:5432/pledgeraiser',
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
  METRICS_TOKEN: '0123456789abcdef',
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
}
const settingsOf = ({ environment = {} }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const setting = name.replace(/_FILE$/, '')
      return [setting, SAMPLES[setting] ?? (name === setting ? value : 'from a file')]
    }),
  )
const settingsFor = (service: Service) => ({
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  ...settingsOf(service),
})
const known = new Set(SETTINGS)

describe('compose.yaml', () => {
  it('runs two instances and a migration of one image', () => {
    expect(programs.map(([name]) => name)).toEqual(['program-1', 'program-2', 'migrate'])
  })

  it.each(programs)('gives %s settings that the program knows and accepts', (_, service) => {
    const settings = settingsOf(service)
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])
    const config = readConfig(settingsFor(service))
    expect([config.cards, config.moneyMode, config.trustedProxyHops]).toEqual(['stripe', 'live', 1])
  })

  it.each(programs)(
    'lets %s write nothing but its data and temporary files, without privileges',
    (_, service) => {
      expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']])
    },
  )

  it('keeps the scripts of earlier builds in one volume, which only the migration writes', () => {
    const folder = '/app/build/kept-assets'
    expect(programs.map(([, { volumes = [] }]) => volumes)).toEqual([
      [`assets:${folder}:ro`],
      [`assets:${folder}:ro`],
      [`assets:${folder}`],
    ])
    const scripts = compose.services.migrate?.command?.join(' ').match(/scripts\/[\w-]+\.mjs/g) ?? []
    expect(scripts).toEqual(['scripts/share-assets.mjs', 'scripts/migrate.mjs'])
    for (const path of scripts) expect(existsSync(join(root, path))).toBe(true)
    expect(read('deploy/Dockerfile')).toMatch(
      /^RUN mkdir .*\bbuild\/kept-assets && chown node:node .*\bbuild\/kept-assets$/m,
    )
  })

  it('names only services, secrets, volumes and files that are there', () => {
    for (const [name, service] of services) {
      expect(
        dependenciesOf(service).filter((on) => !(on in compose.services)),
        name,
      ).toEqual([])
      const secrets = service.secrets ?? []
      expect(
        secrets.filter((secret) => !(secret in compose.secrets)),
        name,
      ).toEqual([])
      const mounted = Object.values(service.environment ?? {}).filter((value) =>
        value.startsWith('/run/secrets/'),
      )
      expect(
        mounted
          .map((path) => path.slice('/run/secrets/'.length))
          .filter((secret) => !secrets.includes(secret)),
      ).toEqual([])
      const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      expect(
        sources.filter((source) => !source.startsWith('.') && !(source in compose.volumes)),
        name,
      ).toEqual([])
    }
    expect(existsSync(join(root, 'deploy/nginx.conf'))).toBe(true)
  })

  it('leads the proxy to both instances in place of the ports of one machine, wherever they are now', () => {
    const { image, command = [] } = compose.services.proxy ?? {}
    const [sed = ''] = (command[2] ?? '').split(' > ')
    const made = spawnSync(
      'sh',
      ['-c', sed.replace('/etc/nginx/', 'deploy/').replace('pledgeraiser.conf', 'nginx.conf')],
      {
        cwd: root,
        encoding: 'utf8',
      },
    ).stdout
    expect(made.match(/(?<=^ {4}server )(?!_name).*(?=;$)/gm)).toEqual([
      'program-1:3000 resolve max_fails=0',
      'program-2:3000 resolve max_fails=0',
    ])
    // Without these two nginx refuses "resolve"; Docker's answers would otherwise be kept for ten minutes.
    expect(made).toMatch(
      /^resolver 127\.0\.0\.11 valid=5s ipv6=off; upstream pledgeraiser \{ zone \w+ 256k;$/m,
    )
    expect(made).not.toMatch(/127\.0\.0\.1\b/)
    const [major = 0, minor = 0] =
      /nginx:(\d+)\.(\d+)/
        .exec(image ?? '')
        ?.slice(1)
        .map(Number) ?? []
    expect(major * 1_000 + minor).toBeGreaterThanOrEqual(1_028)
  })
})

describe('docs/operations.md', () => {
  const text = read('docs/operations.md')
  const section = (title: string) => text.split(`### ${title}\n`)[1]?.split(/^##/m)[0] ?? ''
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const programOf = (name: string) => /\S+\.(ts|mjs)$/.exec(scripts[name] ?? '')?.[0] ?? ''

  it.each([
    ['With systemd', ['migrate', 'backup', 'role']],
    // There the service named migrate does that.
    ['Containers', ['backup', 'role']],
  ])('%s: says how to run each command', (title, names) => {
    for (const name of names) expect(section(title)).toContain(` ${programOf(name)} `)
  })

  it('names services and secrets of compose.yaml only', () => {
    const commands = [
      ...text.matchAll(/docker compose (?:up|exec|run)((?: -{1,2}[\w-]+| \S+:\S+)*) ([a-z]\S*)/g),
    ]
    const named = commands.map(([, , service]) => service?.replace(/\W+$/, '') ?? '')
    expect(named).toContain('store')
    expect(named.filter((name) => !(name in compose.services))).toEqual([])
    const secrets = [...text.matchAll(/\/run\/secrets\/([a-z0-9-]+)/g)].map(([, secret]) => secret ?? '')
    expect(secrets.filter((secret) => !(secret in compose.secrets))).toEqual([])
  })

  it('names every setting', () => {
    const named = new Set(text.match(/(?<=`)[A-Z][A-Z0-9_]+(?=[`=])/g))
    expect(SETTINGS.filter((name) => !named.has(name))).toEqual([])
  })
})

describe('the Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  it('puts into the image what the program is run from without development packages', () => {
    const copied = [...last.matchAll(/^COPY (?:--from=\w+ )?(\S+)/gm)].map(([, path]) =>
      path?.replace('/app/', ''),
    )
    expect(copied.toSorted()).toEqual(['node_modules', ...PARTS].toSorted())
  })

  it('runs npm run serve’s command as somebody who is not root', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]') as string[]
    expect(`exec ${command.join(' ')}`).toBe(scripts.serve)
    expect(/^USER (\w+)$/m.exec(last)?.[1]).toBe('node')
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/pledgeraiser@.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  it('runs npm run serve’s command and leaves it the time to end', () => {
    expect(value('ExecStart')).toBe('/usr/bin/node scripts/serve.mjs')
    const { shutdown } = readConfig(settingsFor(compose.services['program-1'] as Service))
    const JOBS_SECONDS = 10
    const neededMs = shutdown.noticeMs + shutdown.requestsMs
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(neededMs / 1_000 + JOBS_SECONDS)
  })
})
