/** What the provider says of an organization's account now. */
export type AccountFacts = {
  /** It takes transfers, and pays them out to the bank. */
  isReady: boolean
  /** The provider's own names of what it needs now; empty: nothing. */
  due: string[]
  /** By when, to keep the account ready; null: it has set no day. */
  dueBy: Date | null
  bank: { name: string; last4: string; fingerprint: string | null } | null
}

/** `publishableKey` is null in test mode, whose form is our own. */
type AccountForm = { clientSecret: string; publishableKey: string | null }

/**
 * Organizations' own accounts, to which `Transfers` pays. The provider asks for everything in a form of its own, inside our
 * page. Never called inside a transaction.
 */
export type Accounts = {
  /** Makes one; called again within minutes, it returns the same. */
  create(organization: { organizationId: string; name: string; email: string }): Promise<string>
  openForm(account: string): Promise<AccountForm>
  /** Null: the provider knows no such account, or this site may not use it. */
  facts(account: string): Promise<AccountFacts | null>
}
