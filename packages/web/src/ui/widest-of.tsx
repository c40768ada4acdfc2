import clsx from 'clsx'

export interface WidestOfProps {
  readonly words: readonly string[]
  /** The index of the one that is seen and read. */
  readonly shown: number
}

/** One of several words, as wide as the widest: a button that says another one does not push what stands beside it. */
export function WidestOf({ words, shown }: WidestOfProps) {
  return (
    <span className="grid justify-items-center">
      {words.map((word, at) => (
        <span key={word} className={clsx('col-start-1 row-start-1', at !== shown && 'invisible')}>
          {word}
        </span>
      ))}
    </span>
  )
}
