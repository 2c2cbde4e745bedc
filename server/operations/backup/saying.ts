/** Prints one line saying what a command did or why it could not, or prints its usage. */
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
