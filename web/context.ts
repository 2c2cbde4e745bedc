/** What the server gives a page to render with. The browser has none of it: `api.ts` fetches there. */
import { createContext } from 'react-router'

export type PublicConfig = {
  /** No real money moves: every card form says "Test mode". */
  testMode: boolean
  /** The card provider whose form asks for cards; the key is public. */
  cards: { provider: 'sandbox' | 'stripe'; publishableKey: string | null; bankAccounts: boolean }
  /** Who looks up addresses as they are typed; the key is null where the configured one is malformed. */
  places: { provider: 'none' | 'google'; key: string | null }
  /** Who signs people in; the key is public. */
  identity: { provider: 'embedded' } | { provider: 'clerk'; publishableKey: string; proxyUrl: string | null }
  appUrl: string
  /** The demo's accounts exist and are listed on the sign-in screen. */
  demoAccounts: boolean
  /** Mail stays in an outbox, shown at /dev/mail. */
  mailOutbox: boolean
}

export type PageContext = {
  /** The product's own API, in process, as the requesting user. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  isSignedIn: boolean
  /** The application's clock, in milliseconds: server and browser show the same "days left". */
  now: number
  config: PublicConfig
}

/** The response's body if it is a page, and what its security policy calls the scripts in it (`own-scripts.ts`). */
export type RenderedPage = {
  response: Response
  html: Buffer<ArrayBuffer> | null
  scripts: readonly string[]
}

export const pageContext = createContext<PageContext>()
