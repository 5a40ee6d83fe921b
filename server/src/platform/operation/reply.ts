interface ReplyParts {
  status?: number
  data?: unknown
  meta?: unknown
  text?: string
  message?: string
  headers?: Record<string, string>
}

/** A reply that says more than its data: another status, `meta`, a header, plain text. */
export class Reply {
  readonly parts: ReplyParts
  constructor(parts: ReplyParts) {
    this.parts = parts
  }
}

export const reply = (parts: ReplyParts): Reply => new Reply(parts)
