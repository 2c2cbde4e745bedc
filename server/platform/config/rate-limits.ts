/** How much is allowed per minute: each setting, and the limits that are the same everywhere. */
import { wholeNumber } from './whole-number.ts'

const perMinute = (usual: number) => wholeNumber(1, 999_999_999).default(usual)

/** In the environment. */
export const rateLimitSettings = {
  WRITES_PER_MINUTE: perMinute(120),
  PLEDGES_PER_MINUTE: perMinute(30),
  CARD_SAVES_PER_MINUTE: perMinute(10),
  CARD_SAVES_PER_ADDRESS_PER_MINUTE: perMinute(30),
  GUEST_CARD_FORMS_PER_MINUTE: perMinute(2_000),
  GUEST_MAILS_PER_ADDRESS_PER_MINUTE: perMinute(1_000),
  CONTACTS_PER_MINUTE: perMinute(5),
  REPORTS_PER_MINUTE: perMinute(10),
  PUBLIC_READS_PER_MINUTE: perMinute(12_000),
  KEY_READS_PER_MINUTE: perMinute(120),
  KEY_WRITES_PER_MINUTE: perMinute(60),
}

export type LimitName = keyof ReturnType<typeof rateLimitsOf>['perMinute']

export const rateLimitsOf = (env: Record<keyof typeof rateLimitSettings, number>) => ({
  perMinute: {
    writes: env.WRITES_PER_MINUTE,
    pledges: env.PLEDGES_PER_MINUTE,
    /** Per API key. */
    key_reads: env.KEY_READS_PER_MINUTE,
    key_writes: env.KEY_WRITES_PER_MINUTE,
    /** From one address. */
    sign_in: 20,
    /** Saved cards, per user and per address, which a whole school may share. */
    card_saves: env.CARD_SAVES_PER_MINUTE,
    card_addresses: env.CARD_SAVES_PER_ADDRESS_PER_MINUTE,
    /** For all guests together: twice a stadium's, and leaves a third of the card provider's capacity for charges. */
    guest_card_forms: env.GUEST_CARD_FORMS_PER_MINUTE,
    /** Mails about guest pledges, per address, which a stadium may share; one without a card counts as twenty. */
    guest_mails: env.GUEST_MAILS_PER_ADDRESS_PER_MINUTE,
    /** Messages to the provider, per address. */
    contact: env.CONTACTS_PER_MINUTE,
    /** Reported messages, per address. */
    report: env.REPORTS_PER_MINUTE,
    /** Per account: two of the largest, or a dozen from a phone. */
    picture_megapixels: 120,
  },
  /** Per address without a session: a whole stadium may share one, with a thousand guests a minute. */
  publicReadsPerMinute: env.PUBLIC_READS_PER_MINUTE,
})
