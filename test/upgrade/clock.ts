// Preloaded with `node --import`: shifts the clock of a process by CLOCK_OFFSET_MS, so that a fixture is
// always opened a few minutes after it was written, however many years later that is.
const offset = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    const moment = given.length === 0 ? [RealDate.now() + offset] : given;
    super(...(moment as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
