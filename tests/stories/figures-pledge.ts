/** Where the figures of a pledge are shown. */
import { dollars, subtract, sum, toDecimal } from '#domain/money.ts'
import type { PledgeForecast } from '#domain/schemas/forecast.ts'
import type { ManagedPledge, PublicPledge, UserPledge } from '#domain/schemas/pledge.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { Charge, Invoice, Payment } from '#domain/schemas/settlement.ts'
import {
  amountIn,
  billsOf,
  type Figure,
  less,
  linked,
  own,
  previewed,
  receiptsOf,
  type Supporter,
  total,
} from './figures-reading.ts'

export const PLEDGE: Figure<Supporter>[] = [
  {
    name: 'Earned',
    from: 'domain/pledges/accrual.ts: shareByMoment, accrueLines; in SQL line_amount (R9, R10)',
    places: [
      { at: 'GET /api/pledges/{id} (pledge page)', read: async (m, of) => (await own(m, of)).earned },
      {
        at: 'GET /api/pledge-links/{token} (page by link)',
        read: async (m, of) => (await linked(m, of)).earned,
      },
      {
        at: 'GET /api/pledges/{id}: its matches, added up',
        read: async (m, of) => total((await own(m, of)).shares.map(({ amount }) => amount)),
      },
      {
        at: 'GET /api/pledges/{id}: the last running total',
        read: async (m, of) => (await own(m, of)).shares.at(-1)?.running ?? null,
      },
      {
        at: 'settlements/preview?kind=final, settlement-preview.csv: accrued',
        read: async (m, of) => (await previewed(m, of))?.accrued ?? null,
      },
      {
        at: 'settlements/preview?kind=final: its lines, added up',
        read: async (m, of) => {
          const one = await previewed(m, of)
          return one ? total(one.lines.map(({ accrued }) => accrued)) : null
        },
      },
    ],
  },
  {
    name: 'Expected (totalAmountDue)',
    from: 'domain/pledges/pledge.ts: expectedAmount; server/season/pledges/figures.ts: pledgeFigures (R9)',
    places: [
      { at: 'GET /api/pledges/{id} (pledge page)', read: async (m, of) => (await own(m, of)).totalAmountDue },
      {
        at: 'GET /api/pledges/{id}/forecast: likely',
        read: async (m, { pledgeId, userId }) =>
          (await m.get<PledgeForecast>(`/api/pledges/${pledgeId}/forecast`, userId)).forecast?.now.likely ??
          null,
      },
      {
        at: 'GET /api/pledge-links/{token}/forecast: likely',
        read: async (m, { pledgeId }) =>
          (await m.get<PledgeForecast>(`${await m.link(pledgeId)}/forecast`)).forecast?.now.likely ?? null,
      },
      {
        at: 'GET /api/pledge-links/{token} (page by link)',
        read: async (m, of) => (await linked(m, of)).totalAmountDue,
      },
      {
        at: 'GET /api/user/pledges (dashboard): amount',
        read: async (m, { userId }) =>
          (await m.get<UserPledge[]>('/api/user/pledges', userId))[0]?.amount ?? null,
      },
      {
        at: 'user/pledges.csv',
        read: async (m, { userId }) =>
          (await m.csv('/api/user/pledges.csv', userId))[0]?.['Amount (USD)'] ?? null,
      },
      {
        at: 'GET /api/campaigns/{id}/pledges (campaign page)',
        read: async (m, { pledgeId }) =>
          (await m.all<PublicPledge>(`/api/campaigns/${m.campaignId}/pledges?limit=200`)).find(
            ({ id }) => id === pledgeId,
          )?.totalAmountDue ?? null,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}/pledges (Supporters tab)',
        read: async (m, { pledgeId }) =>
          (await m.all<ManagedPledge>(`/api/dashboard/campaigns/${m.campaignId}/pledges?limit=200`)).find(
            ({ id }) => id === pledgeId,
          )?.totalAmountDue ?? null,
      },
    ],
  },
  {
    name: 'Agreed maximum',
    from: 'domain/pledges/pledge.ts: agreedMaximum (R8)',
    places: [
      { at: 'GET /api/pledges/{id} (pledge page)', read: async (m, of) => (await own(m, of)).agreedMaximum },
      {
        at: 'GET /api/pledge-links/{token} (page by link)',
        read: async (m, of) => (await linked(m, of)).agreedMaximum,
      },
      {
        at: 'the consent text',
        read: async (m, of) =>
          /never more than \$([\d,.]+\d)/.exec((await own(m, of)).consentText)?.[1]?.replaceAll(',', '') ??
          '',
      },
      {
        at: 'settlements/preview?kind=final, settlement-preview.csv',
        read: async (m, of) => (await previewed(m, of))?.agreedMaximum ?? null,
      },
      {
        at: 'the mails settlement_statement and invoice',
        read: async (m, { pledgeId }) => {
          const text = (await m.mails('settlement_statement', pledgeId)).at(-1)
          return /never pay more than \$([\d,.]+\d),/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? null
        },
      },
    ],
  },
  {
    name: 'Billed',
    from: 'server/money/pledges/detail.ts: findPledge (R32)',
    places: [
      { at: 'GET /api/pledges/{id} (pledge page)', read: async (m, of) => (await own(m, of)).billed },
      {
        at: 'GET /api/pledge-links/{token} (page by link)',
        read: async (m, of) => (await linked(m, of)).billed,
      },
      {
        at: 'GET /api/pledges/{id}: its charges and invoices, added up',
        read: async (m, of) => {
          const { charges, invoices } = await own(m, of)
          return total([
            ...charges.filter(({ state }) => state !== 'voided').map(({ amount }) => amount),
            ...invoices.filter(({ state }) => state !== 'void').map(({ amount }) => amount),
          ])
        },
      },
      {
        at: 'GET /api/campaigns/{id}/charges, charges.csv and /invoices, added up',
        read: async (m, of) =>
          total([
            ...(await billsOf<Charge>(m, 'charges', of))
              .filter(({ state }) => state !== 'voided')
              .map(({ amount }) => amount),
            ...(await billsOf<Invoice>(m, 'invoices', of))
              .filter(({ state }) => state !== 'void')
              .map(({ amount }) => amount),
          ]),
      },
    ],
  },
  {
    name: 'Received',
    from: 'server/money/pledges/detail.ts: findPledge (R37)',
    places: [
      { at: 'GET /api/pledges/{id} (pledge page)', read: async (m, of) => (await own(m, of)).received },
      {
        at: 'GET /api/pledge-links/{token} (page by link)',
        read: async (m, of) => (await linked(m, of)).received,
      },
      {
        at: 'GET /api/campaigns/{id}/charges and /payments, added up',
        read: async (m, of) =>
          toDecimal(
            sum([
              ...(await billsOf<Charge>(m, 'charges', of))
                .filter(({ state }) => state === 'succeeded')
                .map((one) => less(one.amount, one.refunded, one.disputed, one.lost)),
              ...(await billsOf<Payment>(m, 'payments', of))
                .filter(({ state }) => state !== 'bounced')
                .map((one) => less(one.amount, one.overpaid)),
            ]),
          ),
      },
      {
        at: 'GET /api/receipts/{id}, receipt.pdf: kept, added up',
        read: async (m, of) => total((await receiptsOf(m, of)).map(({ kept }) => kept)),
      },
      {
        at: 'the mails receipt, added up, less what was refunded',
        read: async (m, of) => {
          const texts = await m.mails('receipt', of.pledgeId)
          const given = (await receiptsOf(m, of)).flatMap(({ returns }) =>
            returns.map(({ amount }) => amount),
          )
          const received = texts.map((text) => dollars(amountIn(text, 'Amount') ?? ''))
          return toDecimal(subtract(sum(received), sum(given.map(dollars))))
        },
      },
      {
        at: 'GET /api/giving/{year}, statement.pdf, all years added up',
        read: async (m, { userId }) => {
          const { years } = await m.get<Giving>(`/api/giving/${m.months[0]?.slice(0, 4)}`, userId)
          const each = years.map((year) => m.get<Giving>(`/api/giving/${year}`, userId))
          return total((await Promise.all(each)).map(({ total: given }) => given))
        },
      },
    ],
  },
]
