/** Settings of a program that tests use: all of them come from one address and a few accounts. */
export const UNLIMITED = {
  WRITES_PER_MINUTE: '100000',
  PLEDGES_PER_MINUTE: '100000',
  CONTACTS_PER_MINUTE: '100000',
  CARD_SAVES_PER_MINUTE: '100000',
  CARD_SAVES_PER_ADDRESS_PER_MINUTE: '100000',
}
