import { resolve } from 'node:path'
import { z } from 'zod'
import type { Originator } from '#domain/billing/nacha.ts'
import { isRoutingNumber } from '#domain/billing/routing-number.ts'
import { dollars } from '#domain/money.ts'
import { hostsOf } from '#server/platform/db/hosts.ts'
import type { PublicConfig } from '#web/page-data.ts'
import { type ClerkKeys, clerkProblems } from './clerk-keys.ts'
import { ConfigError } from './config-error.ts'
import { isLoopbackHost, originOf, trustedOriginsOf } from './origins.ts'
import { rateLimitSettings, rateLimitsOf } from './rate-limits.ts'
import { moneyModeOf, problemsOf } from './stripe-keys.ts'
import { otlpHeaders, share, tracesOf } from './traces.ts'
import { wholeNumber } from './whole-number.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const text = z.string().trim().min(1)
const onOff = z
  .enum(['1', '0', 'on', 'off', 'true', 'false', 'yes', 'no'], 'must be 1 or 0')
  .transform((value) => ['1', 'on', 'true', 'yes'].includes(value))
const postgresUrl = text.superRefine((value, { addIssue }) => {
  try {
    hostsOf(value)
  } catch (error) {
    addIssue({ code: 'custom', message: (error as Error).message })
  }
})
const webUrl = z.url({ protocol: /^https?$/, error: 'must look like https://example.org' })

/** In the browsers' format: base64url without padding. */
const vapidKey = (length: number) =>
  text.regex(new RegExp(`^[\\w-]{${length}}$`), `must be a VAPID key of ${length} characters`)

/**
 * The environment, parsed once. All problems are reported in one error, so that a person setting up a server can fix them
 * in one go. Unset values have defaults that are safe on a local machine.
 */
const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 1_000).default(20),
  DATABASE_REPLICA_CONNECTIONS: wholeNumber(1, 1_000).default(20),
  CHARGES_AT_ONCE: wholeNumber(1, 200).optional(),
  MAILS_AT_ONCE: wholeNumber(1, 200).default(16),
  APP_URL: webUrl.optional(),
  /** Encrypts what the database keeps secret. Several, separated by commas: the first seals, the others only open. */
  SECRET_KEY: text
    .transform((value) => value.split(/[\s,]+/).filter((key) => key !== ''))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters')).max(10))
    .optional(),
  CARDS: z.enum(['sandbox', 'stripe']).optional(),
  MAIL: z.enum(['outbox', 'smtp']).optional(),
  DEMO: onOff.optional(),
  IDENTITY: z.enum(['embedded', 'clerk']).optional(),
  SEARCH_ENGINES: onOff.optional(),
  CLERK_PUBLISHABLE_KEY: text.optional(),
  CLERK_SECRET_KEY: text.optional(),
  CLERK_JWT_KEY: text.optional(),
  CLERK_WEBHOOK_SECRET: text.optional(),
  CLERK_PROXY_URL: text.optional(),
  CLERK_API_URL: webUrl.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: text.optional(),
  BANK_ACCOUNTS: onOff.optional(),
  APPLE_PAY_DOMAIN_ASSOCIATION: text.max(20_000).optional(),
  STRIPE_API_HOST: text.optional(),
  STRIPE_API_PORT: wholeNumber(1, 65_535).optional(),
  STRIPE_API_PROTOCOL: z.enum(['http', 'https']).optional(),
  GOOGLE_MAPS_KEY: text.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: text.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** The key pair that identifies this installation to push services; if omitted, one is generated and kept sealed. */
  VAPID_PUBLIC_KEY: vapidKey(87).optional(),
  VAPID_PRIVATE_KEY: vapidKey(43).optional(),
  /** Push services beyond those of the usual browsers, separated by commas. */
  PUSH_HOSTS: text
    .transform((value) => value.split(/[\s,]+/).filter((host) => host !== ''))
    .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be host names')).max(20))
    .optional(),
  PUSH_STAND_IN: webUrl.optional(),
  SETTLEMENT_NOTICE_DAYS: wholeNumber(0, 60).default(3),
  ACH_COMPANY_NAME: text.optional(),
  ACH_COMPANY_ID: text.optional(),
  ACH_BANK_NAME: text.optional(),
  ACH_BANK_ROUTING: text.optional(),
  CHECK_CLEARING_DAYS: wholeNumber(0, 60).default(7),
  /** In dollars; 0: another representative approves every goodwill refund. */
  REFUND_ALONE_UP_TO: wholeNumber(0, 999_999).default(100),
  REFUND_ALONE_A_DAY: wholeNumber(0, 999_999).default(500),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  ...rateLimitSettings,
  /** In dollars; 0: no pledge is held. */
  HOLD_PLEDGES_ABOVE: wholeNumber(0, 999_999).default(9_999),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  SECOND_STEP: z.enum(['required', 'optional']).optional(),
  LIVE_STREAMS_PER_ADDRESS: wholeNumber(1, 999_999_999).default(200),
  DEV_TOOLS: onOff.default(false),
  CACHE: onOff.default(true),
  JOBS: onOff.default(true),
  MIGRATE: onOff.default(true),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  ACCESS_LOG: onOff.default(false),
  /** OpenTelemetry's own names, so that a collector's instructions apply. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: text.default('pledgeraiser'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  SHUTDOWN_NOTICE_SECONDS: wholeNumber(0, 300).optional(),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(30),
})
type Environment = z.infer<typeof environment>
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

/** Which of the settings that are only useful together are missing. */
const together = (env: Environment, because: string, names: (keyof Environment)[]) =>
  names.filter((name) => env[name] === undefined).map((name) => `${name} is missing: ${because} needs it`)

const ACH = ['ACH_COMPANY_NAME', 'ACH_COMPANY_ID', 'ACH_BANK_NAME', 'ACH_BANK_ROUTING'] as const

/** Our own bank, for files of payouts; null unless all four are set. */
function originatorIn(env: Environment): Originator | null {
  const [companyName, companyId, bankName, bankRouting] = ACH.map((name) => env[name])
  return companyName && companyId && bankName && bankRouting
    ? { companyName, companyId, bankName, bankRouting }
    : null
}

function achProblems(env: Environment): string[] {
  if (!ACH.some((name) => env[name])) return []
  const routing = env.ACH_BANK_ROUTING
  return [
    ...together(env, 'a bank file of payouts', [...ACH]),
    ...(env.ACH_COMPANY_ID && env.ACH_COMPANY_ID.length > 10
      ? ['ACH_COMPANY_ID has at most ten characters']
      : []),
    ...(routing && !isRoutingNumber(routing) ? ['ACH_BANK_ROUTING is not a routing number'] : []),
  ]
}

/** Two keys that are only useful together, of the same kind, and only where they belong. */
function stripeProblems(
  env: Environment,
  { cards, appUrl, isLoopback }: ReturnType<typeof derive>,
): string[] {
  if (cards !== 'stripe') return []
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SECRET_KEY: secretKey } = env
  if (!publishableKey || !secretKey)
    return together(env, 'charging cards with Stripe', ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'])
  return problemsOf(
    { publishableKey, secretKey, webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null },
    { isLoopback, appUrl, isAskedFor: env.CARDS === 'stripe', standIn: env.STRIPE_API_HOST ?? null },
  )
}

/** Clerk's keys, if all three are set. A PEM in an environment variable has its line breaks escaped as two characters. */
function clerkKeysIn(env: Environment): ClerkKeys | null {
  const { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_SECRET_KEY: secretKey, CLERK_JWT_KEY: jwtKey } = env
  if (!publishableKey || !secretKey || !jwtKey) return null
  return {
    publishableKey,
    secretKey,
    jwtKey: jwtKey.replaceAll('\\n', '\n').trim(),
    webhookSecret: env.CLERK_WEBHOOK_SECRET ?? null,
    proxyUrl: env.CLERK_PROXY_URL ?? null,
    apiUrl: env.CLERK_API_URL ?? null,
  }
}

function identityProblems(
  env: Environment,
  { identity, appUrl, isLoopback }: ReturnType<typeof derive>,
): string[] {
  if (identity !== 'clerk') return []
  const keys = clerkKeysIn(env)
  if (keys) return clerkProblems(keys, { isLoopback, appUrl, isAskedFor: env.IDENTITY === 'clerk' })
  const names = ['CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY', 'CLERK_JWT_KEY'] as const
  return together(env, 'signing in with Clerk', [...names])
}

/** Safe by default: what is fine on a local machine must be enabled explicitly where others can reach it. */
function unsafeInPublic(env: Environment, derived: ReturnType<typeof derive>): string[] {
  if (derived.isLoopback) return []
  const where = isLoopbackHost(env.HOST) ? `APP_URL is ${derived.appUrl}` : `HOST is ${env.HOST}`
  const problems: string[] = []
  if (derived.demo && env.DEMO === undefined) {
    problems.push(
      `${where}, where others can reach it: DEMO=0 starts without the demo accounts, DEMO=1 keeps them`,
    )
  }
  if (derived.cards === 'sandbox' && env.CARDS === undefined) {
    problems.push(`${where}: set the STRIPE_ keys to charge real cards, or CARDS=sandbox to charge none`)
  }
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    problems.push(
      `${where}: set SECRET_KEY, the same for every instance and in no backup (openssl rand -base64 32 makes one)`,
    )
  }
  if (derived.mail === 'outbox' && env.MAIL === undefined) {
    problems.push(`${where}: set SMTP_URL to send mail, or MAIL=outbox to keep mail in the database`)
  }
  return problems
}

const hasClerkKey = (env: Environment): boolean =>
  (env.CLERK_PUBLISHABLE_KEY ?? env.CLERK_SECRET_KEY) !== undefined

function derive(env: Environment) {
  const appUrl = originOf(env.APP_URL ?? `http://localhost:${env.PORT}`)
  const isLoopback = isLoopbackHost(new URL(appUrl).hostname) && isLoopbackHost(env.HOST)
  const demo = env.DEMO ?? env.DATABASE_URL === undefined
  const cards = env.CARDS ?? (env.STRIPE_SECRET_KEY ? ('stripe' as const) : ('sandbox' as const))
  const moneyMode = cards === 'stripe' ? moneyModeOf(env.STRIPE_SECRET_KEY ?? '') : ('sandbox' as const)
  return {
    appUrl,
    trustedOrigins: trustedOriginsOf(appUrl),
    isLoopback,
    demo,
    cards,
    /** Real money only with live keys. */
    moneyMode,
    /** Debits must first be enabled in the Stripe account. */
    bankAccounts: env.BANK_ACCOUNTS ?? cards === 'sandbox',
    /** Whether search engines may list this site; not a demo, test money or a local machine. */
    isListed: env.SEARCH_ENGINES ?? (!isLoopback && moneyMode === 'live' && !demo),
    mail: env.MAIL ?? (env.SMTP_URL ? ('smtp' as const) : ('outbox' as const)),
    identity: env.IDENTITY ?? (hasClerkKey(env) ? ('clerk' as const) : ('embedded' as const)),
  }
}

/** Two instances then make 150,000 charges within an hour with a card provider that responds in 0.7 seconds. */
const CHARGES_AT_ONCE = 20

/** By then a proxy that checks every two seconds has been told twice. */
const PUBLIC_NOTICE_SECONDS = 5

const LIVE_STREAMS = 10_000

const MAPS_KEY = /^AIza[\w-]{35}$/

/** A mistyped key keeps nobody from giving: the field says so, and the address is typed in. */
const placesOf = (key: string | undefined): PublicConfig['places'] => ({
  provider: key === undefined ? 'none' : 'google',
  key: key !== undefined && MAPS_KEY.test(key) ? key : null,
})

const pushOf = (env: Environment, { isLoopback }: ReturnType<typeof derive>) => ({
  /** null: generated at the first start. */
  keys:
    env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
      ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
      : null,
  hosts: env.PUSH_HOSTS ?? [],
  /** Replaces the browsers' push services for trying it out: never where others can reach this server. */
  standIn: env.PUSH_STAND_IN && isLoopback ? originOf(env.PUSH_STAND_IN) : null,
})

function build(env: Environment, derived: ReturnType<typeof derive>) {
  return {
    ...derived,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    /** Empty: a file in the data folder. The first key seals what the database keeps secret; the others only open it. */
    secretKeys: env.SECRET_KEY ?? [],
    /** null: the embedded server in the data folder. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Bypasses PgBouncer, for LISTEN and the job queue. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    /** The maximum for this instance; nine more, at the direct address, run jobs, count limits and listen for changes. */
    connections: { main: env.DATABASE_CONNECTIONS, replica: env.DATABASE_REPLICA_CONNECTIONS },
    /** How many calls one instance makes at once to the card provider and to the mail server. */
    atOnce: {
      charges: env.CHARGES_AT_ONCE ?? Math.min(CHARGES_AT_ONCE, env.DATABASE_CONNECTIONS),
      mails: env.MAILS_AT_ONCE,
    },
    /** null: the embedded identity handles sign-in. */
    clerk: derived.identity === 'clerk' ? clerkKeysIn(env) : null,
    stripe: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
      secretKey: env.STRIPE_SECRET_KEY ?? '',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
      connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
      /** Which address the SDK calls: Stripe itself, or a stand-in. */
      api: {
        ...(env.STRIPE_API_HOST ? { host: env.STRIPE_API_HOST } : {}),
        ...(env.STRIPE_API_PORT ? { port: env.STRIPE_API_PORT } : {}),
        ...(env.STRIPE_API_PROTOCOL ? { protocol: env.STRIPE_API_PROTOCOL } : {}),
      },
    },
    /** The file that Apple requests from this site before it offers Apple Pay; null if it is not offered. */
    applePayDomainAssociation: env.APPLE_PAY_DOMAIN_ASSOCIATION ?? null,
    places: placesOf(env.GOOGLE_MAPS_KEY),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Pledgeraiser <no-reply@${new URL(derived.appUrl).hostname}>`,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          region: env.S3_REGION ?? null,
          endpoint: env.S3_ENDPOINT ?? null,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? null,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? null,
        }
      : null,
    push: pushOf(env, derived),
    settlementNoticeDays: env.SETTLEMENT_NOTICE_DAYS,
    /** From the deposit of a check until it is paid out. */
    originator: originatorIn(env),
    checkClearingDays: env.CHECK_CLEARING_DAYS,
    /** Goodwill refunds that one representative gives alone: the largest, and all of a day. */
    refundsAlone: {
      most: dollars(`${env.REFUND_ALONE_UP_TO}.00`),
      aDay: dollars(`${env.REFUND_ALONE_A_DAY}.00`),
    },
    /** Pledges by check and cash above this wait for a representative. */
    holdPledgesAbove: dollars(`${env.HOLD_PLEDGES_ABOVE}.00`),
    logLevel: env.LOG_LEVEL,
    limits: rateLimitsOf(env),
    /** Open pages with live updates: for this process, and per address, such as a school's. */
    streams: { most: LIVE_STREAMS, mostPerAddress: env.LIVE_STREAMS_PER_ADDRESS },
    /** Our proxies in front of the program, each of which appends its caller to X-Forwarded-For. */
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    /** Required of representatives for money and roles. Demo accounts have none, and a local trial needs none. */
    demandsSecondStep: env.SECOND_STEP
      ? env.SECOND_STEP === 'required'
      : !(derived.isLoopback || derived.demo),
    /** The outbox's page and the adjustable clock: only if `npm start` asks for them, on a local machine. */
    devTools: env.DEV_TOOLS && derived.isLoopback && derived.mail === 'outbox',
    traces: tracesOf(env),
    cache: env.CACHE,
    jobs: env.JOBS,
    /** If off, only `npm run migrate` updates the database, and a server refuses to start before that. */
    migrates: env.MIGRATE,
    metrics: {
      /** Off by default: how much money fails to arrive is not public. */
      isOn: (env.METRICS_TOKEN ?? env.METRICS_PORT) !== undefined,
      token: env.METRICS_TOKEN ?? null,
      port: env.METRICS_PORT ?? null,
      host: env.METRICS_HOST,
    },
    /** One line for each request. */
    accessLog: env.ACCESS_LOG,
    shutdown: {
      /** How long requests are still accepted after /readyz reports that the server is stopping. */
      noticeMs: (env.SHUTDOWN_NOTICE_SECONDS ?? (derived.isLoopback ? 0 : PUBLIC_NOTICE_SECONDS)) * 1_000,
      /** How long open requests may then take to finish. */
      requestsMs: env.SHUTDOWN_SECONDS * 1_000,
    },
  }
}

export type Config = ReturnType<typeof build>

/** Reads the settings. Pure. @throws {ConfigError} naming every setting that is wrong. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  // Compose files and CI systems pass unset values as empty text.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const env = parsed.data
  const derived = derive(env)
  const problems = [
    ...stripeProblems(env, derived),
    ...achProblems(env),
    ...(derived.mail === 'smtp' ? together(env, 'sending mail', ['SMTP_URL']) : []),
    ...identityProblems(env, derived),
    ...(env.DATABASE_REPLICA_URL || env.DATABASE_DIRECT_URL
      ? together(env, 'a second address of the database', ['DATABASE_URL'])
      : []),
    ...((env.VAPID_PUBLIC_KEY ?? env.VAPID_PRIVATE_KEY)
      ? together(env, 'sending push messages', ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
      : []),
    ...((env.CHARGES_AT_ONCE ?? 0) > env.DATABASE_CONNECTIONS
      ? [
          `CHARGES_AT_ONCE must be at most DATABASE_CONNECTIONS (${env.DATABASE_CONNECTIONS}): each charge is read and recorded`,
        ]
      : []),
    ...(env.METRICS_PORT === env.PORT
      ? ['METRICS_PORT must differ from PORT: METRICS_TOKEN serves them there']
      : []),
    ...unsafeInPublic(env, derived),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return build(env, derived)
}
