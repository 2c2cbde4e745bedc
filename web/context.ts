/** What the server gives a page to render with. The browser has none of it: there, `api.ts` fetches. */
import { createContext } from 'react-router'

export type PublicConfig = {
  /** No real money moves: wherever a card is asked for, it says "Test mode". */
  testMode: boolean
  /** Whose card form asks for a card; the key is for everybody to see. */
  cards: { provider: 'sandbox' | 'stripe'; publishableKey: string | null; bankAccounts: boolean }
  /** Who looks addresses up while they are typed; the key is null where the one given has not the form of a key. */
  places: { provider: 'none' | 'google'; key: string | null }
  /** Who signs people in; the key is for everybody to see. */
  identity: { provider: 'embedded' } | { provider: 'clerk'; publishableKey: string; proxyUrl: string | null }
  appUrl: string
  /** The demo's accounts are there, and named on the sign-in screen. */
  demoAccounts: boolean
  /** Mail stays in an outbox that can be read at /dev/mail. */
  mailOutbox: boolean
}

export type PageContext = {
  /** The product's own API, in process, as the person who asked. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  isSignedIn: boolean
  /** The application's clock, in milliseconds: server and browser show the same "days left". */
  now: number
  nonce: string
  config: PublicConfig
}

export const pageContext = createContext<PageContext>()
