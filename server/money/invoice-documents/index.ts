export { answerInvoice } from './document.ts'
export { InvoiceNumber } from './routes.ts'
