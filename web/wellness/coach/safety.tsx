import type { SafetyCard } from '@plaza/client/wellness'
import { useState } from 'react'
import { texts } from '../../texts/coach.ts'
import { countryName } from './country.ts'
import classes from './safety.module.css'

const digits = (phone: string) => phone.replaceAll(' ', '')

/** Where people listen: at the top of the page, open once somebody may need it. */
export function Safety({ card, isOpen }: { card: SafetyCard; isOpen: boolean }) {
  const [isToggled, setToggled] = useState<boolean>()
  return (
    <details
      className={classes.safety}
      open={isToggled ?? isOpen}
      onToggle={({ currentTarget }) => setToggled(currentTarget.open)}
    >
      <summary>{texts.help}</summary>
      <div className={classes.card}>
        <h2>{card.title}</h2>
        <p>{card.message}</p>
        <p>{card.emergency.note}</p>
        <p>
          <a className={classes.call} href={`tel:${digits(card.emergency.number)}`}>
            {texts.safety.emergency(card.emergency.number)}
          </a>
        </p>
        {card.country && <h3>{texts.safety.place(countryName(card.country))}</h3>}
        <ul>
          {card.helplines.map((line) => (
            <li key={`${line.name} ${line.phone} ${line.sms?.number}`}>
              <strong>{line.name}</strong> <span>{line.hours}</span>
              <div className={classes.ways}>
                {line.phone && (
                  <a className={classes.call} href={`tel:${digits(line.phone)}`}>
                    {texts.safety.call(line.phone)}
                  </a>
                )}
                {line.sms && (
                  <a
                    className={classes.call}
                    href={`sms:${digits(line.sms.number)}${line.sms.text ? `?body=${encodeURIComponent(line.sms.text)}` : ''}`}
                  >
                    {texts.safety.text(line.sms.number, line.sms.text)}
                  </a>
                )}
                {line.chat && (
                  <a
                    href={line.chat}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`${line.name}: ${texts.safety.chat}`}
                  >
                    {texts.safety.chat}
                  </a>
                )}
                <a
                  href={line.url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`${line.name}: ${texts.safety.page}`}
                >
                  {texts.safety.page}
                </a>
              </div>
            </li>
          ))}
          <li>
            <a href={card.directory.url} target="_blank" rel="noreferrer">
              {card.directory.name}
            </a>{' '}
            <span>{card.directory.note}</span>
          </li>
        </ul>
      </div>
    </details>
  )
}
