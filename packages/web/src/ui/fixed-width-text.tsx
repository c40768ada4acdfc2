import clsx from 'clsx'

export interface WidestOfProps {
  readonly words: readonly string[]
  readonly shown: number
}

/** Shows one of several texts, with the width of the widest, so that a change of text does not shift the layout. */
export function FixedWidthText({ words, shown }: WidestOfProps) {
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
