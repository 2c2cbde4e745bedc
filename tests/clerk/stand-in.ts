/**
 * A Clerk to test against: its people, the key that signs its sessions, its Backend API over HTTP and its signed
 * messages. What a browser sees of it is in frontend.ts.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'

export const FRONTEND_HOST = 'clerk.stand-in.example'
export const PUBLISHABLE_KEY = `pk_test_${Buffer.from(`${FRONTEND_HOST}$`).toString('base64')}`
const SECRET_KEY = 'sk_test_standIn'
const MINUTE_SECONDS = 60
const SIGNED_MINUTES = 10

/** A person as Clerk's API and messages describe one. */
export type ClerkRecord = {
  id: string
  object: 'user'
  first_name: string | null
  last_name: string | null
  has_image: boolean
  image_url: string
  primary_email_address_id: string | null
  email_addresses: {
    id: string
    email_address: string
    verification: { status: string } | null
    linked_to: never[]
  }[]
  phone_numbers: never[]
  web3_wallets: never[]
  external_accounts: never[]
  enterprise_accounts: never[]
  created_at: number
  updated_at: number
}
export type NewPerson = {
  id?: string
  email?: string | null
  isVerified?: boolean
  firstName?: string | null
  lastName?: string | null
}

/** How a token's claims differ from a valid one's; undefined leaves a claim out. */
export type Claims = Record<string, unknown>
export type Message = { body: string; headers: Record<string, string> }
/** What goes wrong with calls to the Backend API: the connection fails; it never answers; it answers like this. */
export type Fault = 'unreachable' | 'silent' | 500

export type ClerkStandIn = {
  /** Where the program finds it, as its settings. */
  env: Record<string, string>
  people: Map<string, ClerkRecord>
  add(person?: NewPerson): ClerkRecord
  /** Changes a record, as a person does in Clerk's own screens; this makes it newer. */
  change(subject: string, change: Partial<ClerkRecord>): ClerkRecord
  /** A session's token, valid for ten minutes unless its claims say otherwise. */
  token(subject: string, claims?: Claims, signedBy?: 'its key' | 'another key'): Promise<string>
  /** A message about a person, signed just now by default. */
  message(type: string, data: object, given?: { at?: Date; secret?: string; id?: string }): Message
  /** Every call to its Backend API, in order. */
  asked: string[]
  /** All calls go wrong like this, until it is reversed. */
  fault: Fault | null
  close(): Promise<void>
}

export async function startClerk(origin = 'http://localhost:3000'): Promise<ClerkStandIn> {
  const own = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const webhookSecret = randomBytes(24).toString('base64')
  const people = new Map<string, ClerkRecord>()
  const asked: string[] = []
  let count = 0
  const server = createServer((request, answer) => {
    const call = `${request.method} ${request.url}`
    asked.push(call)
    if (standIn.fault === 'silent') return
    if (standIn.fault === 'unreachable') return void request.socket.destroy()
    const { status, body } = answerTo(call, request.headers.authorization)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  function answerTo(call: string, authorization: string | undefined): { status: number; body: unknown } {
    const refused = (status: number, code: string) => ({
      status,
      body: { errors: [{ code, message: code }] },
    })
    if (standIn.fault === 500) return refused(500, 'internal_clerk_error')
    if (authorization !== `Bearer ${SECRET_KEY}`) return refused(401, 'authentication_invalid')
    const [method, subject = ''] = /^(GET|DELETE) \/v1\/users\/([\w-]+)$/.exec(call)?.slice(1) ?? []
    const found = people.get(subject)
    if (!method || !found) return refused(404, 'resource_not_found')
    if (method === 'DELETE') people.delete(subject)
    return { status: 200, body: method === 'GET' ? found : { id: subject, object: 'user', deleted: true } }
  }

  const standIn: ClerkStandIn = {
    people,
    asked,
    fault: null,
    env: {
      CLERK_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      CLERK_SECRET_KEY: SECRET_KEY,
      // As it is written in an environment variable.
      CLERK_JWT_KEY: (await exportSPKI(own.publicKey)).replaceAll('\n', '\\n'),
      CLERK_WEBHOOK_SECRET: `whsec_${webhookSecret}`,
      CLERK_API_URL: await listen(server),
    },
    add: ({ id, email, isVerified = true, firstName = 'Ada', lastName = 'Byron' } = {}) => {
      count += 1
      const record = recordOf(id ?? `user_${randomBytes(6).toString('hex')}`, count, {
        email: email === undefined ? `person${count}@example.org` : email,
        isVerified,
        firstName,
        lastName,
      })
      people.set(record.id, record)
      return record
    },
    change: (subject, change) => {
      const before = people.get(subject)
      if (!before) throw new Error('nobody to change')
      const record = { ...before, ...change, updated_at: before.updated_at + 1_000 }
      people.set(subject, record)
      return record
    },
    token: async (subject, claims = {}, signedBy = 'its key') => {
      const nowSeconds = Math.floor(Date.now() / 1000)
      const good = {
        azp: origin,
        iss: `https://${FRONTEND_HOST}`,
        sub: subject,
        sid: `sess_${subject}`,
        v: 2,
        iat: nowSeconds,
        nbf: nowSeconds - 10,
        exp: nowSeconds + SIGNED_MINUTES * MINUTE_SECONDS,
        sts: 'active',
        fva: [0, -1],
      }
      const signer = new SignJWT({ ...good, ...claims })
      signer.setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'ins_standIn' })
      return signer.sign(signedBy === 'its key' ? own.privateKey : other.privateKey)
    },
    message: (type, data, given = {}) => {
      const body = JSON.stringify({ type, object: 'event', data })
      const id = given.id ?? `msg_${randomBytes(8).toString('hex')}`
      const stamp = String(Math.floor((given.at?.getTime() ?? Date.now()) / 1000))
      const key = Buffer.from(given.secret ?? webhookSecret, 'base64')
      const signature = createHmac('sha256', key).update(`${id}.${stamp}.${body}`).digest('base64')
      const headers = { 'svix-id': id, 'svix-timestamp': stamp, 'svix-signature': `v1,${signature}` }
      return { body, headers }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

function recordOf(id: string, count: number, person: Required<Omit<NewPerson, 'id'>>): ClerkRecord {
  const addressId = `idn_${id}`
  const verification = person.isVerified ? { status: 'verified' } : { status: 'unverified' }
  return {
    id,
    object: 'user',
    first_name: person.firstName,
    last_name: person.lastName,
    has_image: false,
    image_url: 'https://img.clerk.com/drawn',
    primary_email_address_id: person.email === null ? null : addressId,
    email_addresses:
      person.email === null
        ? []
        : [{ id: addressId, email_address: person.email, verification, linked_to: [] }],
    phone_numbers: [],
    web3_wallets: [],
    external_accounts: [],
    enterprise_accounts: [],
    created_at: 1_790_000_000_000 + count,
    updated_at: 1_790_000_000_000 + count,
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
