import classes from './orders.module.css'

/** Names with what stands behind them. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => [
      <dt key={`${name} name`}>{name}</dt>,
      <dd key={name} dir="auto">
        {value}
      </dd>,
    ])}
  </dl>
)
