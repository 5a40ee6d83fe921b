/** A mail as it is kept until it is sent. */
export interface StoredMail {
  id: string
  recipient: string
  subject: string
  text: string
  /** Where its reader stops such mails; null where there is nothing to stop. */
  unsubscribeUrl: string | null
  /** Whom an answer goes to; null for the sender. */
  replyTo: string | null
}

export interface MailTransport {
  /** Kept beside each mail. */
  provider: string
  /**
   * Delivers a mail. The same id may arrive twice when an answer got lost.
   * @throws ProviderRefused when the recipient or the mail is refused for good; any other error means
   * that it may be tried again.
   */
  send(mail: StoredMail): Promise<void>
}
