import { describe, expect, it } from 'vitest'
import { bankAmount, readBankFile } from './bank-file.ts'

const read = (text: string, answers = {}) => readBankFile(text, { answers, today: '2026-12-05' })
const short = (text: string, answers = {}) =>
  read(text, answers).lines.map(({ day, amount, text }) => [day, amount, text])

const THREE = `Date,Description,Amount
11/30/2026,HARBOR BOOSTERS PAYOUT PR-000123,1842.19
12/01/2026,DEPOSIT 14 CHECKS SLIP 7,387.50
12/02/2026,RETURNED ITEM CHK 1107,-25.00
`

describe('a bank’s CSV file', () => {
  it('is read with one column of amounts', () => {
    expect(short(THREE)).toEqual([
      ['2026-11-30', 184219, 'HARBOR BOOSTERS PAYOUT PR-000123'],
      ['2026-12-01', 38750, 'DEPOSIT 14 CHECKS SLIP 7'],
      ['2026-12-02', -2500, 'RETURNED ITEM CHK 1107'],
    ])
  })

  it('is read with credits and debits in two columns, with or without a sign', () => {
    const text =
      'Date,Description,Credit,Debit\n11/30/2026,Deposit,"1,842.19",\n12/02/2026,Fee,,25.00\n12/02/2026,Fee,,-3.00\n'
    expect(short(text).map(([, amount]) => amount)).toEqual([184219, -2500, -300])
  })

  it('is read as banks write it: lines above the header, a balance, check numbers, the newest first', () => {
    const text = `Account Name : Operating
"Date range : 11/01/2026-12/05/2026"
Transaction Number,Date,Description,Memo,Amount Debit,Amount Credit,Balance,Check Number
1,12/04/2026,Check,,-1381.64,,100.00,2041
2,11/30/2026,Deposit,Branch 7,,387.50,1481.64,
`
    expect(short(text.replaceAll('Amount Debit', 'Debit').replaceAll('Amount Credit', 'Credit'))).toEqual([
      ['2026-12-04', -138164, 'Check · No. 2041'],
      ['2026-11-30', 38750, 'Deposit · Branch 7'],
    ])
  })

  it('takes the sign from a column of words where the amounts have none', () => {
    const text =
      'Posting Date,Description,Type,Amount\n11/30/2026,Fee,Debit,12.00\n11/30/2026,Deposit,Credit,5.00\n'
    expect(short(text).map(([, amount]) => amount)).toEqual([-1200, 500])
  })

  it('asks which number is the month where both would do', () => {
    const text = 'Date,Description,Amount\n11/05/2026,Deposit,5.00\n'
    const { questions, lines } = read(text)
    expect(questions.map(({ id }) => id)).toEqual(['order'])
    expect(lines).toEqual([])
    expect(short(text, { order: 'month' })).toEqual([['2026-11-05', 500, 'Deposit']])
  })

  it('says which line is not readable, and refuses what is no bank file', () => {
    const text = 'Date,Description,Amount\n11/30/2026,Deposit,12 dollars\n11/31/2026,Deposit,5.00\n'
    expect(read(text).errors.map(({ line }) => line)).toEqual([2, 3])
    expect(() => read('Name,Goals\nAnn,3\n')).toThrow('Date, Description and Amount')
  })
})

it('amounts are read with every sign that banks use', () => {
  const said = [
    '25',
    '-25.00',
    '(25.00)',
    '25.00-',
    '-$1,842.19',
    '$-25.00',
    '+3.10',
    '($1,000.00)',
    'USD 5.00',
  ]
  expect(said.map(bankAmount)).toEqual([2500, -2500, -2500, -2500, -184219, -2500, 310, -100000, 500])
  expect(['12,50', '1.2.3', 'n/a', '--5'].map(bankAmount)).toEqual([null, null, null, null])
})

const TRANSACTIONS = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261201120000[-5:EST]<TRNAMT>387.50<FITID>F1<NAME>DEPOSIT 14 CHECKS<MEMO>SLIP 7 A&amp;B
</STMTTRN>
<STMTTRN>
<TRNTYPE>CHECK
<DTPOSTED>20261202
<TRNAMT>-25.00
<FITID>F2
<CHECKNUM>1107
<NAME>RETURNED ITEM
</STMTTRN>`
const SIGN_ON =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261203<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>'
const ofx = (transactions: string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX>${SIGN_ON}<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>1<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261203
${transactions}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

it('OFX and QFX files are read with the bank’s own ids', () => {
  expect(read(ofx(TRANSACTIONS)).lines).toEqual([
    { line: 1, day: '2026-12-01', text: 'DEPOSIT 14 CHECKS · SLIP 7 A&B', amount: 38750, bankId: 'F1' },
    { line: 2, day: '2026-12-02', text: 'RETURNED ITEM · CHK 1107', amount: -2500, bankId: 'F2' },
  ])
  const grouped = ofx(TRANSACTIONS.replace('387.50', '1,387.50'))
  expect(read(grouped).lines.map(({ amount }) => amount)).toEqual([138750, -2500])
  expect(read(ofx(TRANSACTIONS.replace('20261202', '20261345'))).errors).toHaveLength(1)
  expect(() => read('OFXHEADER:100\n<OFX>broken')).toThrow('not readable')
})
