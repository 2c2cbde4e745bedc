/** Everything that is wrong with the environment, for a person to read. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `These settings need a change before it can start:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}
