/**
 * JSON that is finished, of something that an operation declares as `Shape`: it goes out as it is. What it
 * holds has to be what the schema names, in the same order; in development and in tests each reply is
 * compared with what the schema would have let through.
 */
export class Json<out Shape = unknown> {
  declare readonly shape: Shape
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** The texts of several objects as the text of one that has the fields of all, in their order. None may be empty. */
export const joined = (...objects: string[]): string =>
  `{${objects.map((object) => object.slice(1, -1)).join(',')}}`

/** The text of reply data that is finished JSON, or a list of such; undefined when it is still to be written. */
export function finishedText(data: unknown): string | undefined {
  if (data instanceof Json) return data.text
  if (!Array.isArray(data) || !(data[0] instanceof Json)) return undefined
  return `[${data.map(({ text }: Json) => text).join(',')}]`
}
