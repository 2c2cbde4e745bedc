import type { Line } from '../cells.ts'
import { plain } from '../columns.ts'
import type { Format } from './format.ts'

const HEADERS = ['date,description,amount', 'date,description,credit,debit', 'date,description,debit,credit']
const isHeader = ({ cells }: Line): boolean => HEADERS.includes(cells.map(plain).join(','))

export const bank: Format = {
  id: 'bank',
  name: 'Transactions of a bank account',
  place: 'money',
  headerAt: ([first]) => (first && isHeader(first) ? 0 : null),
  instead: 'It belongs to the provider’s books, and has nothing about the season.',
}
