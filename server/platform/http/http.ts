import { createHash, randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { DomainError } from '#domain/errors.ts'
import { labelOfNoun, nounOf } from '#domain/people/api-nouns.ts'
import { ErrorBody } from '#domain/schemas/error.ts'
import { namingKey } from '#server/platform/audit/audit.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { withShownAddresses } from '#server/platform/base/shown-addresses.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import { type Prepared, sql, type Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { isApiKey, reasonAgainstKey, scopeOf, TAKES_A_PERSON } from './api-keys.ts'
import { clientAddress, isFromNetwork } from './client-address.ts'
import { toResponse, translated } from './errors.ts'

/** Shorter bodies can't contain enough to matter. */
const CHECKED_FROM = 50_000
/** The largest request of our pages is a schedule of some thousand fields. */
const MAX_VALUES = 20_000
const MAX_DEPTH = 64

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58
const OPENS = new Set([91, 123])
const CLOSES = new Set([93, 125])

/** Counts names and values outside of strings, without building any of them. */
function refuseCrowded(text: string): void {
  let values = 0
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === COMMA || code === COLON) values += 1
    else if (OPENS.has(code)) depth += 1
    else if (CLOSES.has(code)) depth -= 1
    if (values > MAX_VALUES || depth > MAX_DEPTH)
      throw new DomainError('malformed', 'The body has too many fields: send it in parts')
  }
}

/** Parses a JSON body. Throws a 400 for invalid JSON, and for a body so large that parsing would block the server. */
export function parseJsonBody(text: string): unknown {
  if (text.length >= CHECKED_FROM) refuseCrowded(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed', 'The body is not valid JSON')
  }
}

/** Who may use a route, as in rules section 5. The query behind it decides; this documents it (R27). */
export type Who = 'anyone' | 'signed-in' | 'scorer' | 'confirmer' | 'treasurer' | 'owner' | 'representative'

type Shape = z.ZodType | undefined
type Read<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

export type RouteInput<P extends Shape, Q extends Shape, B extends Shape, D = Deps> = {
  deps: D
  /** Present on every route that requires sign-in. */
  actor: Actor
  /** The caller if a token was sent, also on routes for anyone. */
  caller: Actor | null
  params: Read<P>
  query: Read<Q>
  body: Read<B>
  /** The uploaded bytes, on a route that accepts a file. */
  file: Buffer
  /** Opens the write's transaction; on a creating route it also stores the response under the Idempotency-Key. */
  transact: Transact
  ifMatch: number | null
  /** For a route that moves money only with some bodies; the others set `needsSecondStep`. */
  demandRecentSecondStep: () => Promise<void>
  c: Context
}

export type Route<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, D = Deps> = {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  who: Who
  summary: string
  /** The rules it enforces, for the reader of the API. */
  rules?: string
  params?: P
  query?: Q
  body?: B
  /** The body is a raw file, not JSON. */
  upload?: { type: string; mostBytes: number }
  response?: z.ZodType
  /** The type of a response that is not JSON: a picture or a document. */
  produces?: string
  status?: ContentfulStatusCode
  /** A POST that creates: accepts an Idempotency-Key. */
  creates?: boolean
  /** For money, roles and keys: a caller who signed in with the second step must have done so today (R29). */
  needsSecondStep?: boolean
  limit?: 'pledges' | 'card_saves'
  /** Which API keys may call it, where `scopeOf` would say otherwise. */
  keys?: 'any' | 'providers' | 'none'
  handle: (input: RouteInput<P, Q, B, D>) => Promise<unknown>
}

/** How a module whose parts are `D` defines its routes: the program that mounts them has all parts. */
export const routesWith =
  <D extends Deps>() =>
  <P extends Shape, Q extends Shape, B extends Shape>(route: Route<P, Q, B, D>): Route =>
    route as unknown as Route

export const defineRoute = routesWith<Deps>()

const LARGEST_BODY_BYTES = 1_200_000

/** On every response of the API, set at creation: adding it to a finished response costs as much as creating one. */
export const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' } as const

/** Every field's message at once, by its path (R54). */
function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body']
    for (const path of paths) fields[path] ??= issue.message
  }
  const messages = [...new Set(Object.values(fields))]
  throw new DomainError(
    'invalid',
    messages.length === 1 ? (messages[0] as string) : 'Some fields need to be corrected',
    { fields },
  )
}

type Sent = { value: unknown; text: string; file: Buffer }
const NO_FILE = Buffer.alloc(0)

async function readFile(c: Context): Promise<Sent> {
  return { value: {}, text: '', file: Buffer.from(await c.req.arrayBuffer()) }
}

async function readBody(c: Context): Promise<Sent> {
  const text = await c.req.text()
  if (text === '') return { value: {}, text, file: NO_FILE }
  return { value: parseJsonBody(text), text, file: NO_FILE }
}

function bearerOf(c: Context): string | null {
  const [scheme, token] = c.req.header('authorization')?.split(' ', 2) ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** The password of Basic authentication, which is all that some programs send; the name is anything. */
function basicPasswordOf(c: Context): string | null {
  const [scheme, encoded] = c.req.header('authorization')?.split(' ', 2) ?? []
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return null
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

/** By bearer token, or an API key as a password: cookies are ignored here (R28). */
async function callerOf(c: Context, deps: Deps, route: Route): Promise<Actor | null> {
  const password = basicPasswordOf(c)
  const token = password !== null && isApiKey(password) ? password : bearerOf(c)
  if (token && isApiKey(token)) return callerByKey(c, deps, token, route)
  const session = token && (await deps.identity.verify(token))
  if (!session) return null
  const { userId, hasSecondStep } = session
  return deps.config.demandsSecondStep && !hasSecondStep ? { userId, lacksSecondStep: true } : { userId }
}

/** @throws 403 if a key may not call this route, 401 if this one does not work, 429 above its own limits. */
async function callerByKey(
  c: Context,
  { apiKeys, limits }: Deps,
  token: string,
  route: Route,
): Promise<Actor> {
  if (scopeOf(route) === null) throw new DomainError('forbidden', TAKES_A_PERSON)
  const found = await apiKeys.find(token)
  if (typeof found === 'string') {
    if (isFromNetwork(c)) await limits.takePublic(clientAddress(c))
    throw new DomainError('unauthorized', found)
  }
  const { userId, scopes, ...key } = found
  await limits.take(route.method === 'get' ? 'key_reads' : 'key_writes', key.id)
  const reason = reasonAgainstKey(route, { ...key, scopes })
  if (reason) throw new DomainError('forbidden', reason)
  return { userId, key }
}

const RECENT_HOURS = 12
const HOUR_MS = 3_600_000

/** A browser left open last week cannot move money or grant a role. */
async function demandRecentSecondStep(c: Context, actor: Actor, { identity, config }: Deps): Promise<void> {
  if (actor.key) throw new DomainError('forbidden', TAKES_A_PERSON)
  // Without the second step it is no representative's session, and is refused like everyone else's.
  if (!config.demandsSecondStep || actor.lacksSecondStep) return
  const signIn = await identity.signInOf(bearerOf(c) ?? '')
  // The machine's own time, as for sessions.
  const isRecent = (at: Date) => systemClock.now().getTime() - at.getTime() <= RECENT_HOURS * HOUR_MS
  if (!signIn?.hasSecondStep || !isRecent(signIn.at))
    throw new DomainError(
      'second_step_required',
      `You signed in more than ${RECENT_HOURS} hours ago: sign in again, then try again`,
    )
}

/** A PUT replaces the named fields and leaves the others: a schema's defaults do not count as named. */
function onlyNamed(parsed: unknown, sent: unknown): unknown {
  if (!isRecord(parsed) || !isRecord(sent)) return parsed
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(sent, name)))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CREATED = 201

/** How long a key gets the first response again. */
export const ANSWERS_KEPT_HOURS = 48

const KEEP_ANSWER: Prepared = {
  name: 'idempotency_keep',
  text: `
    insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
    values ($1, $2, $3, $4, $5, $6)
  `,
}

/**
 * Stores the first response with the write itself; the same key and body get it again for a while, and a 409 after that: a late
 * repetition never moves money twice.
 */
function idempotent(deps: Deps, actor: Actor, key: string, hash: Buffer, status: number): Transact {
  return (work, lock) =>
    deps.db.transaction(async (tx) => {
      const value = await work(tx)
      tx.withCommit((db) =>
        db.prepared(KEEP_ANSWER, [actor.userId, key, hash, status, JSON.stringify(value), deps.clock.now()]),
      )
      return value
    }, lock)
}

type Stored = { requestHash: Buffer; status: number; body: string; createdAt: Date }

async function storedAnswer(deps: Deps, actor: Actor, key: string, hash: Buffer): Promise<Stored | null> {
  const [stored] = await deps.db.query<Stored>(sql`
    select request_hash, status, body, created_at
    from idempotency_keys
    where user_id = ${actor.userId}
      and key = ${key}
  `)
  if (!stored) return null
  if (!stored.requestHash.equals(hash)) {
    throw new DomainError('idempotency_mismatch', 'That Idempotency-Key was used for another request')
  }
  if (deps.clock.now().getTime() - stored.createdAt.getTime() > ANSWERS_KEPT_HOURS * HOUR_MS)
    throw new DomainError(
      'conflict',
      `This was sent more than ${ANSWERS_KEPT_HOURS} hours ago, and was done then. To do it again, send another Idempotency-Key`,
    )
  return stored
}

function keyOf(c: Context, route: Route): string | null {
  const key = route.creates ? c.req.header('idempotency-key') : undefined
  if (key === undefined || key === '') return null
  if (key.length > 200) throw new DomainError('malformed', 'An Idempotency-Key has at most 200 characters')
  return key
}

function ifMatchOf(c: Context): number | null {
  const header = c.req.header('if-match')?.trim()
  if (!header || header === '*') return null
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)
  if (!version)
    throw new DomainError('malformed', 'If-Match must contain the version that was read, such as "3"')
  return Number(version[1])
}

async function answer(c: Context, program: Deps, route: Route): Promise<Response> {
  const caller = await callerOf(c, program, route)
  const deps = caller?.key ? { ...program, db: namingKey(program.db, caller.key.id) } : program
  if (!caller && isFromNetwork(c)) await deps.limits.takePublic(clientAddress(c))
  if (route.who !== 'anyone' && !caller) throw new DomainError('unauthorized', '401: Unauthorized')
  const actor = caller as Actor
  if (route.needsSecondStep) await demandRecentSecondStep(c, actor, deps)
  if (route.method !== 'get' && caller && !caller.key)
    await deps.limits.take(route.limit ?? 'writes', caller.userId)
  const params = route.params ? parse(route.params, c.req.param()) : undefined
  const query = route.query ? parse(route.query, c.req.query()) : undefined
  const hasBody = route.method !== 'get' && route.method !== 'delete'
  const read = hasBody ? await (route.upload ? readFile(c) : readBody(c)) : undefined
  const parsed = route.body ? parse(route.body, read?.value) : undefined
  const body = route.method === 'put' ? onlyNamed(parsed, read?.value) : parsed
  const status = route.status ?? (route.creates ? CREATED : 200)
  const file = read?.file ?? NO_FILE
  const input = {
    deps,
    actor,
    caller,
    params,
    query,
    body,
    file,
    ifMatch: ifMatchOf(c),
    c,
    demandRecentSecondStep: () => demandRecentSecondStep(c, actor, deps),
  }
  const key = keyOf(c, route)
  if (key === null || !caller)
    return respond(c, await route.handle({ ...input, transact: deps.db.transaction } as never), status)

  const hash = createHash('sha256')
    .update(route.method)
    .update(c.req.path)
    .update('\n')
    .update(read?.text ?? '')
    .update(file)
    .digest()
  const replay = (stored: Stored) => {
    c.header('Idempotent-Replayed', 'true')
    return json(c, stored.body, stored.status as ContentfulStatusCode)
  }
  // Not looked up beforehand: the row itself reveals a used key, so only a repeated request pays for it.
  try {
    return respond(
      c,
      await route.handle({ ...input, transact: idempotent(deps, caller, key, hash, status) } as never),
      status,
    )
  } catch (error) {
    // Another request with this key was first, long ago or during ours: return its response, whatever happened to ours.
    const winner = await storedAnswer(deps, caller, key, hash)
    if (winner) return replay(winner)
    throw error
  }
}

function respond(c: Context, value: unknown, status: ContentfulStatusCode): Response {
  if (value instanceof Response) return value
  if (value === undefined) return c.body(null, 204, NO_SNIFFING)
  return json(c, JSON.stringify(value), status)
}

const json = (c: Context, text: string, status: ContentfulStatusCode): Response =>
  c.body(withShownAddresses(text), status, { 'content-type': 'application/json', ...NO_SNIFFING })

/** The one place where a refusal becomes a response. A 500 reveals no internals: its id is in the log. */
export function refuse(c: Context, error: unknown, deps: Pick<Deps, 'log'>): Response {
  const known = translated(error)
  if (known instanceof RateLimited || known instanceof Unavailable)
    c.header('Retry-After', String(known.retryAfterSeconds))
  if (known instanceof DomainError) {
    const { status, body } = toResponse(known)
    return c.json(body, status, NO_SNIFFING)
  }
  const requestId = randomUUID()
  deps.log.error({ requestId, path: c.req.routePath, error: describeError(known) }, 'request failed')
  c.header('X-Request-Id', requestId)
  return c.json(
    { message: 'Something went wrong on our side. Try again in a moment.', code: 'internal', requestId },
    500,
    NO_SNIFFING,
  )
}

const REFUSALS: Record<string, string> = {
  400: 'Malformed or invalid: every wrong field with its message',
  401: 'No session, or an expired one',
  403: 'Not allowed for this user',
  404: 'Does not exist, or not visible to the caller',
  409: 'Not possible in its current state',
  413: 'Too large',
  429: 'Too many requests; Retry-After says when to try again',
  503: 'A service that this needs does not respond',
}

const MEGABYTE = 1_000_000
const tooLarge = (mostBytes: number) => (c: Context) => {
  const message = `That is too large: send at most ${mostBytes / MEGABYTE} MB`
  return c.json({ message, code: 'too_large' }, 413, NO_SNIFFING)
}

/** Node enforces a declared body length; only a body without one is counted as it arrives, which costs more. */
function limitedTo(mostBytes: number): MiddlewareHandler {
  const onError = tooLarge(mostBytes)
  const limitedStream = bodyLimit({ maxSize: mostBytes, onError })
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitedStream(c, next)
    return Number(length) > mostBytes ? Promise.resolve(onError(c)) : next()
  }
}
const limited = limitedTo(LARGEST_BODY_BYTES)

/** Registers the routes together with their descriptions. */
export function mountRoutes(app: OpenAPIHono, deps: Deps, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    const handler = (c: Context) => answer(c, deps, route).catch((error) => refuse(c, error, deps))
    if (route.method === 'get' || route.method === 'delete') app.on(route.method.toUpperCase(), path, handler)
    else {
      const limit = route.upload ? limitedTo(route.upload.mostBytes) : limited
      app.on(route.method.toUpperCase(), path, limit, handler)
    }
    app.openAPIRegistry.registerPath(describeRoute(route))
  }
}

/** In the description, the group of what no key can be given. */
export const OTHER = 'Other'

const forKeys = (scope: string | null): string =>
  scope === null ? 'Not for API keys.' : `API key: needs the scope \`${scope}\`.`

const BINARY = { type: 'string', format: 'binary' } as const

function contentOf({ response, produces }: Route): object {
  if (response) return { content: { 'application/json': { schema: response } } }
  return produces ? { content: { [produces]: { schema: BINARY } } } : {}
}

function describeRoute(route: Route): Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0] {
  const status = route.status ?? (route.creates ? CREATED : 200)
  const noun = nounOf(route.path)
  const scope = scopeOf(route)
  const refusals = Object.entries(REFUSALS).map(([code, description]) => [
    code,
    { description, content: { 'application/json': { schema: ErrorBody } } },
  ])
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    description: `For: ${route.who}.${route.rules ? ` Rules: ${route.rules}.` : ''} ${forKeys(scope)}`,
    tags: [noun === null ? OTHER : labelOfNoun(noun)],
    security: [
      ...(route.who === 'anyone' ? [{}] : []),
      { bearer: [] },
      ...(scope === null ? [] : [{ apiKey: [] }]),
    ],
    ...(scope === null ? {} : { 'x-scope': scope }),
    request: {
      ...(route.params ? { params: route.params as z.ZodObject } : {}),
      ...(route.query ? { query: route.query as z.ZodObject } : {}),
      ...(route.body ? { body: { content: { 'application/json': { schema: route.body } } } } : {}),
      ...(route.upload ? { body: { content: { [route.upload.type]: { schema: BINARY } } } } : {}),
    },
    responses: {
      [status]: {
        description: 'Done',
        ...contentOf(route),
      },
      ...Object.fromEntries(refusals),
    },
  } as Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0]
}

export const IdParams = z.object({ id: z.uuid('Not an id') })
