// A plain reference of measures, in memory: one app with a rule that restricts and one that flags. It shares no code with them.

export const DAY = 86_400_000;
/** Of the rule that restricts, which ends when the purchases are paid again. Null: permanent. */
export const TERMS = [7, 30, null] as const;
/** The rule that flags takes so many within so many days. */
export const FLAG = { count: 2, days: 20 } as const;

type Kind = 'refund' | 'chargeback';

interface Said {
  readonly isTaken: boolean;
  readonly at: number;
}

export class Bought {
  readonly id: number;
  readonly product: string;
  readonly cents: number;
  readonly at: number;
  delivery: 1 | 2 | 3 | undefined;
  undoneAt = 0;
  private readonly said = new Map<Kind, Said>();

  constructor(id: number, product: string, cents: number, at: number) {
    this.id = id;
    this.product = product;
    this.cents = cents;
    this.at = at;
  }

  /** The market's word of this moment; the same word again says nothing new. */
  report(kind: Kind, isTaken: boolean, at: number): void {
    const before = this.said.get(kind);
    if (before && (before.isTaken === isTaken || before.at > at)) return;
    const wasUndone = this.isUndone;
    this.said.set(kind, { isTaken, at });
    if (this.isUndone && !wasUndone) this.undoneAt = at;
  }

  takenAt(kind: Kind): number | undefined {
    const said = this.said.get(kind);
    return said?.isTaken ? said.at : undefined;
  }

  get isUndone(): boolean {
    return this.takenAt('refund') !== undefined || this.takenAt('chargeback') !== undefined;
  }

  get isOwed(): boolean {
    return this.isUndone && (this.delivery === undefined || this.delivery === 1);
  }
}

interface Cause {
  readonly bought: Bought;
  readonly kind: Kind;
  readonly at: number;
}

interface Effect {
  readonly rule: 'restrict' | 'flag';
  readonly causes: readonly Cause[];
  readonly flag: string | null;
  readonly step: number | null;
  readonly until: number | null;
  /** In the order of decisions. */
  since: number;
  status: string;
  end: string | null;
}

export class Person {
  readonly bought: Bought[] = [];
  readonly effects: Effect[] = [];
  restriction: { readonly isPersons: boolean; readonly until: number | null } | null = null;
  private decisions = 0;
  private decidedAt = 0;

  /** Somebody restricts or releases. */
  decide(until: number | null | 'free'): void {
    this.decisions += 1;
    this.decidedAt = this.decisions;
    this.restriction = until === 'free' ? null : { isPersons: true, until };
  }

  /** Somebody releases one effect, or closes a flag. */
  end(effect: Effect): void {
    [effect.status, effect.end] = ['released', 'operator'];
  }

  /** Which debts are paid again. */
  paid(): Set<Bought> {
    const debts = this.bought
      .filter((each) => each.isOwed)
      .sort((one, two) => one.undoneAt - two.undoneAt || one.id - two.id);
    const paid = new Set<Bought>();
    for (const payment of this.bought.filter((each) => !each.isUndone)) {
      const debt = debts.find(
        (each) =>
          !paid.has(each) &&
          each.product === payment.product &&
          each.undoneAt <= payment.at &&
          each.id < payment.id,
      );
      if (debt) paid.add(debt);
    }
    return paid;
  }

  debt(): number {
    const paid = this.paid();
    const open = this.bought.filter((each) => each.isOwed && !paid.has(each));
    return open.reduce((sum, { cents }) => sum + cents, 0);
  }

  /** What must be true after the consequences were drawn. */
  settle(now: number): void {
    const { restriction } = this;
    if (restriction && restriction.until !== null && now > restriction.until) {
      this.restriction = null;
    }
    for (const effect of this.effects) {
      const end = this.endOf(effect, now);
      if (end) [effect.status, effect.end] = end;
    }
    for (const rule of ['restrict', 'flag'] as const) this.look(rule, now);
    this.follow();
  }

  private holds(effect: Effect): boolean {
    const holding = effect.causes.filter(({ bought, kind }) => bought.takenAt(kind) !== undefined);
    return holding.length >= (effect.rule === 'flag' ? FLAG.count : 1);
  }

  private endOf(effect: Effect, now: number): [string, string] | undefined {
    if (effect.status !== 'active' && effect.status !== 'flagged') return undefined;
    const isActive = effect.status === 'active';
    if (isActive && effect.until !== null && now > effect.until) return ['over', 'time_over'];
    if (isActive && this.decidedAt > effect.since) return ['released', 'operator'];
    if (!this.holds(effect)) return ['lifted', 'undone'];
    return isActive && this.arePaid(effect.causes) ? ['lifted', 'paid_again'] : undefined;
  }

  private arePaid(causes: readonly Cause[]): boolean {
    const paid = this.paid();
    const owed = causes.map(({ bought }) => bought).filter((each) => each.isOwed);
    return owed.length > 0 && owed.every((each) => paid.has(each));
  }

  private look(rule: Effect['rule'], now: number): void {
    const used = new Set(
      this.effects
        .filter((effect) => effect.rule === rule && effect.end !== 'undone')
        .flatMap(({ causes }) => causes.map(({ bought }) => bought)),
    );
    const kinds: Kind[] = rule === 'restrict' ? ['refund', 'chargeback'] : ['refund'];
    const fresh = this.bought.flatMap((bought): Cause[] => {
      const kind = kinds.find((each) => bought.takenAt(each) !== undefined);
      if (kind === undefined || used.has(bought)) return [];
      return [{ bought, kind, at: bought.takenAt(kind) as number }];
    });
    fresh.sort((one, two) => one.at - two.at);
    let near: Cause[] = [];
    for (const cause of fresh) {
      near = [...near.filter(({ at }) => at > cause.at - FLAG.days * DAY), cause];
      if (rule === 'restrict') this.take('restrict', [cause], now);
      else if (near.length >= FLAG.count) {
        this.take('flag', near, now);
        near = [];
      }
    }
  }

  private take(rule: Effect['rule'], causes: readonly Cause[], now: number): void {
    if (rule === 'restrict' && this.arePaid(causes)) return;
    const flag =
      rule === 'flag' ? 'rule' : this.restriction?.isPersons ? 'restricted_by_person' : null;
    const earlier = this.effects.filter(
      (each) =>
        each.rule === rule && each.step !== null && each.end !== 'undone' && this.holds(each),
    ).length;
    const term = Math.min(earlier, TERMS.length - 1);
    const days = TERMS[term];
    const isRestriction = flag === null;
    this.effects.push({
      rule,
      causes,
      flag,
      step: isRestriction ? term + 1 : null,
      until: isRestriction && days ? now + days * DAY : null,
      since: this.decisions,
      status: isRestriction ? 'active' : 'flagged',
      end: null,
    });
  }

  private follow(): void {
    if (this.restriction?.isPersons) return;
    const ends = this.effects
      .filter(({ status }) => status === 'active')
      .map(({ until }) => until ?? Number.POSITIVE_INFINITY);
    const until = Math.max(...ends);
    this.restriction =
      ends.length === 0
        ? null
        : { isPersons: false, until: until === Number.POSITIVE_INFINITY ? null : until };
  }
}
