/** The calls of a pledge without an account, in the order the screen makes them. */
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import type {
  GuestConfirmed,
  GuestHeld,
  GuestStarted,
  LinkedGuestPledge,
} from '#domain/schemas/guest-pledge.ts'
import { type CardPlace, post } from '#web/parts/card/card-setup.ts'

export type Begun = Pick<GuestStarted, 'id' | 'secret' | 'setup'>

export const begin = (campaignId: string, isByInvoice: boolean): Promise<Begun> =>
  post<GuestStarted>(`/api/campaigns/${campaignId}/guest-pledges`, { isByInvoice })

export const hold = ({ id, secret }: Begun, payload: object): Promise<GuestHeld> =>
  post(`/api/guest-pledges/${id}/holding`, { ...payload, secret })

type Holder = Pick<Begun, 'id' | 'secret'>
export const mailAgain = ({ id, secret }: Holder, email: string | null): Promise<GuestHeld> =>
  post(`/api/guest-pledges/${id}/mails`, { secret, email })
export const withdraw = ({ id, secret }: Holder): Promise<null> =>
  post(`/api/guest-pledges/${id}/withdrawal`, { secret })

export const guestLinkPath = (token: string): string => `/api/guest-pledge-links/${encodeURIComponent(token)}`
/** `shown`: what the page called each statistic, where it is no longer what the form called it. */
export const confirmPledge = (
  token: string,
  card: SavedCard | null,
  shown?: NonNullable<LinkedGuestPledge['now']>['pledgeStatistics'],
): Promise<GuestConfirmed> =>
  post(`${guestLinkPath(token)}/confirmation`, {
    stripePaymentMethodId: card?.stripePaymentMethodId ?? null,
    ...(shown ? { pledgeStatistics: shown } : {}),
  })

export const takeBack = (token: string): Promise<null> => post(`${guestLinkPath(token)}/refusal`)

/**
 * The card's form is opened for the guest pledge. The server asks the card provider when the pledge is held; until then
 * only a test card's brand and last digits are known, and any other returns `''` for both.
 */
export function guestCardPlace(startSetup: () => Promise<CardSetup>): CardPlace {
  let tested: SavedCard | null = null
  return {
    startSetup,
    saveTestCard: async (card) => {
      tested = await post<SavedCard>('/api/sandbox/guest-card-setups/confirm', card)
      return tested
    },
    keep: async (stripePaymentMethodId) =>
      tested?.stripePaymentMethodId === stripePaymentMethodId
        ? tested
        : { stripePaymentMethodId, brand: '', last4: '', expMonth: 0, expYear: 0 },
  }
}
/** The same on the page of a mailed link, at the API's path of that link. */
export const linkCardPlace = (path: string): CardPlace => guestCardPlace(() => post(`${path}/card-setups`))
