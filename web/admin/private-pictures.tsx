import { texts } from '../texts/admin.ts'
import classes from './private-pictures.module.css'

interface PrivatePicture {
  upload_id: string
  /** A signed address, or null once the picture is gone. */
  url: string | null
}

/** Pictures that people sent to those who look after the place; a press opens one by itself. */
export const PrivatePictures = ({ pictures }: { pictures: readonly PrivatePicture[] }) =>
  pictures.length > 0 && (
    <ul className={classes.pictures}>
      {pictures.map(({ upload_id: id, url }, index) => (
        <li key={id}>
          {url === null ? (
            <span className={classes.gone}>{texts.picture.gone}</span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              <img src={url} alt={texts.picture.name(index + 1)} loading="lazy" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
