/** Both sign-in providers in the same terms: people with accounts, their tokens, and tokens that must be refused. */
import { SignJWT } from 'jose'
import { createTokens } from '#server/accounts/identity/token.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { keyFor, newRootKey, type Ring, readRing } from '#server/platform/db/secrets.ts'
import { type Answer, createTestApp, type TestApp } from './app.ts'
import { type ClerkStandIn, startClerk } from './clerk/stand-in.ts'

const OWN = 'http://localhost:3000'
const PASSWORD = 'a long password'

export type NewAccount = { email: string; firstName?: string; lastName?: string }
/** A browser in which someone is signed in. */
export type Member = {
  email: string
  cookie: string
  token: string
  /** Deletes the account as its owner does on the site. */
  deleteOwn(): Promise<Answer<{ message?: string; details?: { reasons: string[] } }>>
}
export type IdentityProvider = {
  app: TestApp
  /** Signed up with a verified email address. */
  join(account: NewAccount): Promise<Member>
  /** Signed up with an email address that is not verified; the token for that, if there is any. */
  joinUnverified(email: string): Promise<string | null>
  /** The same person signs in again in another browser. */
  signInAgain(member: Member): Promise<string | null>
  /** Tokens of that member that must be refused, by what is wrong with them. */
  badTokens(member: Member): Promise<Record<string, string>>
  /** A valid token that claims roles. */
  tokenClaimingRoles(member: Member): Promise<string>
  close(): Promise<void>
}

export const IDENTITY_PROVIDERS: Record<'embedded' | 'clerk', () => Promise<IdentityProvider>> = {
  embedded: openEmbedded,
  clerk: openClerk,
}

const changed = (token: string): string => {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString('base64url')
  return [head, other, signature].join('.')
}
const unsigned = (token: string): string => {
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  return `${none}.${token.split('.')[1]}.`
}
const alwaysBad = (token: string) => ({
  nothing: '',
  nonsense: 'nonsense',
  'three parts of nonsense': 'a.b.c',
  endless: 'x'.repeat(20_000),
  'changed after signing': changed(token),
  unsigned: unsigned(token),
})

export async function call<T>(
  app: TestApp,
  method: string,
  path: string,
  { token, cookie, body }: { token?: string; cookie?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await app.app.request(path, {
    method,
    headers: {
      origin: OWN,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T, headers: response.headers }
}

export const tokenFor = async (app: TestApp, cookie: string): Promise<string | null> =>
  (await call<{ token: string | null }>(app, 'GET', '/api/identity/token', { cookie })).body.token

async function openEmbedded(): Promise<IdentityProvider> {
  const app = await createTestApp()
  const { identity, db } = app.deps
  const [root] = await readRing(db)
  const key = keyFor(root.key, 'bearer')
  const enter = async (email: string) => {
    const answer = await call(app, 'POST', '/api/identity/sign-in/email', {
      body: { email, password: PASSWORD },
    })
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
  const signed = (claims: object, by: Uint8Array) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: root.id }).sign(by)
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return {
    app,
    join: async ({ email, firstName = 'Ada', lastName = 'Byron' }) => {
      await identity.createAccount?.({ email, password: PASSWORD, firstName, lastName })
      const cookie = await enter(email)
      return {
        email,
        cookie,
        token: (await tokenFor(app, cookie)) ?? '',
        deleteOwn: () =>
          call(app, 'POST', '/api/identity/account/deletion', { cookie, body: { password: PASSWORD } }),
      }
    },
    joinUnverified: async (email) => {
      const body = { email, password: PASSWORD, firstName: 'Eve', lastName: 'Nobody' }
      const answer = await call(app, 'POST', '/api/identity/sign-up/email', { body })
      return tokenFor(app, answer.headers.getSetCookie().join('; '))
    },
    signInAgain: async ({ email }) => tokenFor(app, await enter(email)),
    badTokens: async ({ token }) => {
      const claims = claimsOf(token)
      const others: Ring = [newRootKey(1, systemClock.now())]
      const ring = async () => others
      const other = createTokens({ ring, renewed: ring, onChange: () => undefined }, systemClock)
      return {
        ...alwaysBad(token),
        expired: await signed({ ...claims, exp: claims.iat - 1 }, key),
        'of another issuer': await signed({ ...claims, iss: 'another' }, key),
        'signed with another key': await other.issue({ userId: claims.sub, sessionId: String(claims.sid) }),
      }
    },
    tokenClaimingRoles: ({ token }) => signed({ ...claimsOf(token), ...BOASTS }, key),
    close: app.close,
  }
}

const BOASTS = { roles: ['pledgeraiser_representatives'], role: 'admin', email: 'rep@example.org' }

async function openClerk(): Promise<IdentityProvider> {
  const clerk = await startClerk(OWN)
  const app = await createTestApp({ clerk })
  const member = async (subject: string, email: string): Promise<Member> => {
    const token = await clerk.token(subject)
    return {
      email,
      token,
      cookie: `__session=${token}`,
      deleteOwn: () => call(app, 'POST', '/api/identity/account/deletion', { token, body: {} }),
    }
  }
  return {
    app,
    join: async ({ email, ...names }) => member(clerk.add({ email, ...names }).id, email),
    joinUnverified: async (email) => {
      const token = await clerk.token(clerk.add({ email, isVerified: false }).id)
      return tokenFor(app, `__session=${token}`)
    },
    signInAgain: async ({ token }) => {
      const { sub } = claimsIn(token)
      return clerk.people.has(sub) ? clerk.token(sub, { sid: 'sess_another' }) : null
    },
    badTokens: ({ token }) => badClerkTokens(clerk, token),
    tokenClaimingRoles: ({ token }) => clerk.token(claimsIn(token).sub, BOASTS),
    close: async () => {
      await app.close()
      await clerk.close()
    },
  }
}

const claimsIn = (token: string): { sub: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function badClerkTokens(clerk: ClerkStandIn, token: string): Promise<Record<string, string>> {
  const { sub } = claimsIn(token)
  const nowSeconds = Math.floor(Date.now() / 1000)
  return {
    ...alwaysBad(token),
    expired: await clerk.token(sub, { exp: nowSeconds - 10 }),
    'without an end': await clerk.token(sub, { exp: undefined }),
    'not valid yet': await clerk.token(sub, { nbf: nowSeconds + 60 }),
    'signed with another key': await clerk.token(sub, {}, 'another key'),
    'of another issuer': await clerk.token(sub, { iss: 'https://clerk.other.example' }),
    'for another site': await clerk.token(sub, { azp: 'https://evil.example' }),
    'for no site': await clerk.token(sub, { azp: undefined }),
    'of a session that is pending': await clerk.token(sub, { sts: 'pending' }),
    'of no session': await clerk.token(sub, { sid: undefined }),
  }
}
