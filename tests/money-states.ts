/** In test databases no record of money makes a transition that `domain/billing/money-states.ts` does not list. */
import { Client } from 'pg'
import { type Machine, MONEY_STATES } from '#domain/billing/money-states.ts'

const GUARD = `
  create function guard_state() returns trigger language plpgsql as $$
  declare
    allowed jsonb := tg_argv[0]::jsonb;
  begin
    if tg_op = 'INSERT' then
      if not allowed -> 'first' ? new.state then
        raise exception 'domain/billing/money-states.ts: % cannot begin as %', tg_table_name, new.state;
      end if;
    elsif old.state <> new.state and not allowed -> 'next' -> old.state ? new.state then
      raise exception 'domain/billing/money-states.ts: % cannot go from % to %', tg_table_name, old.state, new.state;
    end if;
    return new;
  end $$`

export async function guardMoneyStates(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(GUARD)
    for (const [table, machine] of Object.entries<Machine>(MONEY_STATES)) {
      await client.query(
        `create trigger guard_state before insert or update on ${table} for each row execute function guard_state('${JSON.stringify(machine)}')`,
      )
    }
  } finally {
    await client.end()
  }
}
