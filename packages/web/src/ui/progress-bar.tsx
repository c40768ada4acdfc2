import clsx from 'clsx'

export interface ProgressBarProps {
  /** The name for screen readers. */
  readonly label: string
  /** 0 to 1; null if the total is unknown. */
  readonly share: number | null
  readonly text?: string | undefined
  readonly tone?: 'accent' | 'quiet' | 'negative'
}

/** Shows progress; animated while the total is unknown. */
export function ProgressBar({ label, share, text, tone = 'accent' }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      aria-valuetext={text}
      className="h-1.5 w-full min-w-16 overflow-hidden rounded-full bg-line"
    >
      <div
        className={clsx(
          'h-full rounded-full',
          fills[tone],
          share === null ? 'progress-unknown' : 'w-full origin-left',
        )}
        style={share === null ? undefined : { scale: `${share} 1` }}
      />
    </div>
  )
}

const fills = { accent: 'bg-acc', quiet: 'bg-mut', negative: 'bg-neg' } as const
