/** What a browser sees of Clerk: its real script and widgets from the package, its Frontend API on the stand-in's data. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Route } from '@playwright/test'
import { ENVIRONMENT, VERIFIED } from './environment.ts'
import type { ClerkRecord, ClerkStandIn } from './stand-in.ts'

/** The path of this site under which the program is told to find Clerk. */
export const PROXY = '/clerk-stand-in'
export const PASSWORD = 'a long password'
const PACKAGES = join(import.meta.dirname, 'widgets', 'node_modules', '@clerk')
const TOKEN_SECONDS = 60

type Fields = Record<string, string>
type Resource = Record<string, unknown>
type Answer = { status?: number; response: unknown }

export type ClerkBrowser = {
  /** Every call of the browser, as "POST /v1/client/sign_ins". */
  calls: string[]
  scripts: number
  /** While it is off, the browser's script requests fail. */
  hasScripts: boolean
  /** The person signed in in this browser. */
  subject: string | null
}

/** Answers a browser's requests to Clerk. */
export async function serveClerk(context: BrowserContext, clerk: ClerkStandIn): Promise<ClerkBrowser> {
  const seen: ClerkBrowser = { calls: [], scripts: 0, hasScripts: true, subject: null }
  const api = createFrontendApi(clerk, seen)
  await context.route(`**${PROXY}/npm/**`, async (route) => {
    seen.scripts += 1
    if (!seen.hasScripts) return route.abort()
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: await readFile(fileOf(route.request().url())),
    })
  })
  await context.route(`**${PROXY}/v1/**`, async (route) => {
    const before = seen.subject
    await answer(route, seen, api, async () => {
      // As Clerk's own host does with its response: when someone last signed in, readable by every page.
      const value = seen.subject ? String(Math.floor(Date.now() / 1000)) : '0'
      const url = new URL(route.request().url()).origin
      if (seen.subject !== before) await context.addCookies([{ name: '__client_uat', value, url }])
    })
  })
  await context.route('https://img.clerk.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  return seen
}

/** `/npm/@clerk/ui@1.36.0/dist/ui.browser.js`, for any version that is requested. */
function fileOf(url: string): string {
  const [, name = '', file = ''] =
    /\/npm\/@clerk\/([\w-]+)@[^/]+\/dist\/([\w.-]+)$/.exec(new URL(url).pathname) ?? []
  return join(PACKAGES, name, 'dist', file)
}

async function answer(
  route: Route,
  seen: ClerkBrowser,
  api: FrontendApi,
  setCookie: () => Promise<void>,
): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  const method = url.searchParams.get('_method') ?? request.method()
  const call = `${method} ${url.pathname.slice(PROXY.length)}`
  seen.calls.push(call)
  const { status = 200, response } = await api.answer(
    call,
    Object.fromEntries(new URLSearchParams(request.postData() ?? '')),
  )
  const isWhole =
    status >= 400 ||
    call.includes('/tokens') ||
    call === 'POST /v1/dev_browser' ||
    call.includes('/environment')
  const body = isWhole
    ? response
    : { response, client: call === 'GET /v1/client' ? null : await api.client() }
  await setCookie()
  await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
}

type FrontendApi = {
  answer(call: string, fields: Fields): Promise<Answer>
  client(): Promise<Resource>
}

function createFrontendApi(clerk: ClerkStandIn, seen: ClerkBrowser): FrontendApi {
  let signIn: Resource | null = null
  let signUp: Resource | null = null
  const personOf = (email: string | undefined) =>
    [...clerk.people.values()].find(({ email_addresses: [one] }) => one?.email_address === email)
  const token = (subject: string) =>
    clerk.token(subject, { exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS, sid: sessionId(subject) })

  async function session(subject: string): Promise<Resource> {
    const user = clerk.people.get(subject)
    if (!user) throw new Error('nobody is there to be signed in')
    const now = Date.now()
    return {
      object: 'session',
      id: sessionId(subject),
      status: 'active',
      factor_verification_age: [0, -1],
      expire_at: now + 86_400_000,
      abandon_at: now + 86_400_000,
      last_active_at: now,
      last_active_token: { object: 'token', jwt: await token(subject) },
      last_active_organization_id: null,
      actor: null,
      tasks: null,
      user: userOf(user),
      public_user_data: { identifier: emailOf(user), first_name: user.first_name, last_name: user.last_name },
      created_at: now,
      updated_at: now,
    }
  }
  async function client(): Promise<Resource> {
    const { subject } = seen
    return {
      object: 'client',
      id: 'client_standIn',
      sign_in: signIn,
      sign_up: signUp,
      sessions: subject ? [await session(subject)] : [],
      last_active_session_id: subject ? sessionId(subject) : null,
      cookie_expires_at: null,
      last_authentication_strategy: null,
      created_at: Date.now(),
      updated_at: Date.now(),
    }
  }
  const enter = (subject: string) => {
    seen.subject = subject
    return sessionId(subject)
  }
  function tryPassword(email: string | undefined, password: string | undefined): Answer {
    const person = personOf(email)
    if (!person) return refused(422, 'form_identifier_not_found', 'Couldn’t find your account.', 'identifier')
    if (password !== undefined && password !== PASSWORD)
      return refused(422, 'form_password_incorrect', 'Password is incorrect. Try again.', 'password')
    signIn = signInOf(person, password === undefined ? null : enter(person.id))
    return { response: signIn }
  }
  function join(fields: Fields): Answer {
    const { email_address: email = '', first_name: firstName = 'Ada', last_name: lastName = 'Byron' } = fields
    if (personOf(email))
      return refused(422, 'form_identifier_exists', 'That email address is taken.', 'email_address')
    signUp = signUpOf({ email, firstName, lastName }, null)
    return { response: signUp }
  }
  function proveSignUp({ code }: Fields): Answer {
    if (code !== '424242') return refused(422, 'form_code_incorrect', 'Incorrect code', 'code')
    const { email_address: email, first_name: firstName, last_name: lastName } = signUp as Fields
    const person = clerk.add({ email: email ?? '', firstName: firstName ?? '', lastName: lastName ?? '' })
    signUp = signUpOf(
      { email: email ?? '', firstName: firstName ?? '', lastName: lastName ?? '' },
      enter(person.id),
    )
    return { response: signUp }
  }
  const leave = (): Answer => {
    seen.subject = null
    signIn = null
    return { response: { object: 'client', id: 'client_standIn', deleted: true } }
  }
  const own = () => clerk.people.get(seen.subject ?? '') as ClerkRecord
  const changeOwn = (fields: Fields): Answer => {
    const { first_name = own().first_name, last_name = own().last_name } = fields
    return { response: userOf(clerk.change(own().id, { first_name, last_name })) }
  }

  const answers: [RegExp, (fields: Fields) => Answer | Promise<Answer>][] = [
    [/ \/v1\/environment$/, () => ({ response: ENVIRONMENT })],
    [
      /^POST \/v1\/dev_browser$/,
      () => ({ response: { object: 'dev_browser', id: 'dvb_standIn', token: 'dvb_standIn' } }),
    ],
    [/^(GET|PUT) \/v1\/client$/, async () => ({ response: await client() })],
    [/^DELETE \/v1\/client(\/sessions)?$/, leave],
    [/^POST \/v1\/client\/sessions\/\w+\/(remove|end)$/, leave],
    [
      /^POST \/v1\/client\/sessions\/\w+\/tokens$/,
      async () => ({ response: { object: 'token', jwt: await token(own().id) } }),
    ],
    [/^POST \/v1\/client\/sessions\/\w+\/touch$/, async () => ({ response: await session(own().id) })],
    [/^POST \/v1\/client\/sign_ins$/, ({ identifier, password }) => tryPassword(identifier, password)],
    [
      /^POST \/v1\/client\/sign_ins\/\w+\/attempt_first_factor$/,
      ({ password }) => tryPassword(String(signIn?.identifier), password ?? ''),
    ],
    [/^POST \/v1\/client\/sign_ups$/, join],
    [/^POST \/v1\/client\/sign_ups\/\w+\/prepare_verification$/, () => ({ response: signUp })],
    [/^POST \/v1\/client\/sign_ups\/\w+\/attempt_verification$/, proveSignUp],
    [/^GET \/v1\/me$/, () => ({ response: userOf(own()) })],
    [/^PATCH \/v1\/me$/, changeOwn],
    [/^GET \/v1\/me\/sessions\/active$/, () => ({ response: [] })],
  ]
  return {
    client,
    answer: async (call, fields) => {
      const [, found] = answers.find(([pattern]) => pattern.test(call)) ?? []
      return found ? await found(fields) : refused(404, 'resource_not_found', `${call} is not stood in for`)
    },
  }
}

const sessionId = (subject: string) => `sess_${subject.replaceAll('-', '')}`
const emailOf = ({ email_addresses: [one] }: ClerkRecord) => one?.email_address ?? ''

function refused(status: number, code: string, message: string, param?: string): Answer {
  const error = { code, message, long_message: message, meta: param ? { param_name: param } : {} }
  return { status, response: { errors: [error] } }
}

const userOf = (person: ClerkRecord): Resource => ({
  ...person,
  email_addresses: person.email_addresses.map((one) => ({
    ...one,
    object: 'email_address',
    linked_to: [],
    verification: { ...VERIFIED, ...one.verification },
  })),
  passkeys: [],
  organization_memberships: [],
  password_enabled: true,
  totp_enabled: false,
  backup_code_enabled: false,
  two_factor_enabled: false,
  delete_self_enabled: true,
  public_metadata: {},
  unsafe_metadata: {},
  primary_phone_number_id: null,
  primary_web3_wallet_id: null,
  username: null,
})

function signInOf(person: ClerkRecord, createdSessionId: string | null): Resource {
  return {
    object: 'sign_in',
    id: 'sia_standIn',
    identifier: emailOf(person),
    user_data: person,
    status: createdSessionId ? 'complete' : 'needs_first_factor',
    supported_identifiers: ['email_address'],
    supported_first_factors: [{ strategy: 'password' }],
    supported_second_factors: null,
    first_factor_verification: null,
    second_factor_verification: null,
    created_session_id: createdSessionId,
  }
}

type Joining = { email: string; firstName: string; lastName: string }
function signUpOf({ email, firstName, lastName }: Joining, createdSessionId: string | null): Resource {
  const email_address = {
    ...VERIFIED,
    status: createdSessionId ? 'verified' : 'unverified',
    next_action: 'needs_attempt',
    supported_strategies: ['email_code'],
  }
  return {
    object: 'sign_up',
    id: 'sua_standIn',
    email_address: email,
    first_name: firstName,
    last_name: lastName,
    status: createdSessionId ? 'complete' : 'missing_requirements',
    required_fields: ['email_address', 'password', 'first_name', 'last_name'],
    optional_fields: [],
    missing_fields: [],
    unverified_fields: createdSessionId ? [] : ['email_address'],
    has_password: true,
    unsafe_metadata: {},
    created_session_id: createdSessionId,
    verifications: { email_address, phone_number: null, web3_wallet: null, external_account: null },
  }
}
