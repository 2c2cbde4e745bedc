/** Reads server-sent events as a browser does. */
export type StreamEvent = { event: string; data: never }
export type OpenStream = {
  status: number
  headers: Headers
  /** The next event; heartbeats are skipped. Null: the stream has ended. */
  next(): Promise<StreamEvent | null>
  /** As a closed tab does. */
  leave(): Promise<void>
}

export function readStream(response: Response): OpenStream {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const take = (): StreamEvent | null => {
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const event = field('event')
      if (event) return { event, data: JSON.parse(field('data') ?? 'null') as never }
    }
    return null
  }
  return {
    status: response.status,
    headers: response.headers,
    next: async () => {
      for (;;) {
        const event = take()
        if (event) return event
        const chunk = await reader?.read()
        if (!chunk || chunk.done) return null
        text += decoder.decode(chunk.value, { stream: true })
      }
    },
    leave: async () => reader?.cancel(),
  }
}
