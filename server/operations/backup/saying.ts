/** A command says in one line what it did or why it could not, or how it is used. */
export async function saying(does: string | (() => Promise<string>)): Promise<void> {
  if (typeof does === 'string') {
    console.log(does)
    process.exitCode = 2
    return
  }
  try {
    console.log(await does())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
