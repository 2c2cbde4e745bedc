import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'

/**
 * The machine's limit for reading: node:http that answers with the bytes and headers it was given, and does
 * nothing else. A separate process, like the product: node benches/bare-server.ts <file>, over a channel.
 */
export type BareAnswer = { headers: Record<string, string>; body: Buffer }
export type BareAnswers = Map<string, BareAnswer>

let answers: BareAnswers = new Map()

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})

process.on('message', (file: string) => {
  answers = deserialize(readFileSync(file)) as BareAnswers
  process.send?.('loaded')
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
