/** Where a model runs and which it is, for those who are asked whether their words may go there. */
export interface LanguageModelName {
  /** The host that what is asked goes to, such as `api.example.com`. */
  host: string
  model: string
}

export interface Spoken {
  by: 'PERSON' | 'MODEL'
  text: string
}

/** A model that goes on with a conversation. */
export interface LanguageModel {
  readonly name: LanguageModelName
  /**
   * The next thing that the model says.
   * @param asked `instructions` say how it shall speak; what was said before comes oldest first.
   * @param options `heard` gets the words as they come; `signal` ends the waiting.
   * @throws ProviderRefused when it will not answer this, ProviderUnavailable when it was not asked,
   * ProviderUnsure when no whole answer came.
   */
  reply(
    asked: { instructions: string; said: readonly Spoken[] },
    options: { signal: AbortSignal; heard(words: string): void },
  ): Promise<string>
}

/** How long an answer may take, from being asked to its last word. */
export const mostReplyMs = 45_000
