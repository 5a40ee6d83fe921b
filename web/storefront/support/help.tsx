import { texts } from '../../texts/support.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ContactForm } from './contact-form.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import classes from './help.module.css'

/** Where people ask those who run the place, and tell them what they think; also without an account. */
export const Help = () => (
  <div className={classes.page}>
    <PageTitle>{texts.title}</PageTitle>
    <div className={classes.forms}>
      <ContactForm />
      <FeedbackForm />
    </div>
  </div>
)
