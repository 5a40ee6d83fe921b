import { texts } from '../texts/admin.ts'
import { Picture } from '../ui/picture.tsx'
import classes from './phone-preview.module.css'

/** A notice as it will stand in the inbox of a phone. */
export const PhonePreview = ({
  name,
  title,
  message,
  imageUrl = '',
  label = '',
}: {
  name: string
  title: string
  message: string
  imageUrl?: string
  label?: string
}) => (
  <article className={classes.phone} aria-label={name}>
    <div className={classes.notice}>
      <small>
        {name} · {texts.preview.now}
      </small>
      <strong dir="auto">{title}</strong>
      <p dir="auto">{message}</p>
      {imageUrl && <Picture url={imageUrl} alt="" sizes="22rem" ratio={16 / 9} />}
      {label && <span className={classes.button}>{label}</span>}
    </div>
  </article>
)
