/** The drawing thread, so that the server's own keeps responding. One drawing after the other. */
import { parentPort } from 'node:worker_threads'
import type { Order } from './drawing-process.ts'

const drawings = {
  share: async (facts: Order['facts']) =>
    (await import('./share-picture.ts')).drawSharePicture(facts as never),
  site: async () => (await import('./site-picture.ts')).drawSitePicture(),
  paper: async (facts: Order['facts']) => (await import('./draw.ts')).drawPaper(facts as never),
  flyer: async (facts: Order['facts']) => (await import('./flyer.ts')).drawFlyer(facts as never),
  receipt: async (facts: Order['facts']) => (await import('./receipt.ts')).drawReceipt(facts as never),
  giving: async (facts: Order['facts']) => (await import('./giving.ts')).drawGiving(facts as never),
  month: async (facts: Order['facts']) => (await import('./month.ts')).drawMonth(facts as never),
  year: async (facts: Order['facts']) => (await import('./year.ts')).drawYear(facts as never),
  season: async (facts: Order['facts']) => (await import('./season.ts')).drawSeason(facts as never),
  evidence: async (facts: Order['facts']) => (await import('./evidence.ts')).drawEvidence(facts as never),
} as const

parentPort?.on('message', ({ kind, facts }: Order) => {
  drawings[kind](facts).then(
    (bytes) => parentPort?.postMessage({ bytes }),
    (error: Error) => parentPort?.postMessage({ error: error.message }),
  )
})
