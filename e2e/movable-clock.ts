/** Loaded into a server before the program: SIGUSR2 moves its clock forward by a minute. Timers are not affected. */
const RealDate = Date
let aheadMs = 0

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + aheadMs], newTarget),
  apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(target, name, receiver),
})

process.on('SIGUSR2', () => {
  aheadMs += 60_000
})
