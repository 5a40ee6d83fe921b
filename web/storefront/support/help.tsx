import { texts } from '../../texts/support.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { BackToYou } from '../accounts/back-to-you.tsx'
import { ContactForm } from './contact-form.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import classes from './help.module.css'

/** Where people ask those who run the place, and tell them what they think; also without an account. */
export const Help = () => (
  <div className={classes.page}>
    <div>
      <BackToYou />
      <PageTitle>{texts.title}</PageTitle>
    </div>
    <div className={classes.forms}>
      <ContactForm />
      <FeedbackForm />
    </div>
  </div>
)
