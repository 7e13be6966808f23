// A plain reference of measures, in memory: one app with a rule that restricts and one that flags. It shares no code with them.

export const DAY = 86_400_000;
/** Of the rule that restricts, which ends when the purchases are paid again. Null: permanent. */
export const TERMS = [7, 30, null] as const;
/** The rule that flags takes so many within so many days. */
export const FLAG = { count: 2, days: 20 } as const;

/** The rule that restricts looks so many days back. */
const RESTRICT_DAYS = 30;

type Kind = 'refund' | 'chargeback';

interface Said {
  readonly state: 'taken' | 'part' | 'back';
  /** Of a part; null: nobody knows. */
  readonly cents: number | null;
  readonly at: number;
}

interface Price {
  /** Null: nobody knows. */
  readonly cents: number | null;
  readonly currency: string;
}

export class Bought {
  readonly id: number;
  readonly product: string;
  readonly cents: number | null;
  readonly currency: string;
  readonly at: number;
  delivery: 1 | 2 | 3 | undefined;
  undoneAt = 0;
  private readonly said = new Map<Kind, Said>();

  constructor(id: number, product: string, { cents, currency }: Price, at: number) {
    this.id = id;
    this.product = product;
    this.cents = cents;
    this.currency = currency;
    this.at = at;
  }

  /** The market's word of this moment; the same word again says nothing new. */
  report(kind: Kind, isTaken: boolean, at: number): void {
    this.say(kind, { state: isTaken ? 'taken' : 'back', cents: null, at });
  }

  /** After the whole, a part is no news. */
  refundPart(cents: number | null, at: number): void {
    if (this.takenAt('refund') === undefined) this.say('refund', { state: 'part', cents, at });
  }

  private say(kind: Kind, word: Said): void {
    const before = this.said.get(kind);
    if (before && before.at > word.at) return;
    if (before && before.state === word.state && before.cents === word.cents) return;
    const wasUndone = this.isUndone;
    this.said.set(kind, word);
    if (this.isUndone && !wasUndone) this.undoneAt = word.at;
  }

  takenAt(kind: Kind): number | undefined {
    const said = this.said.get(kind);
    return said?.state === 'taken' ? said.at : undefined;
  }

  get isUndone(): boolean {
    return this.takenAt('refund') !== undefined || this.takenAt('chargeback') !== undefined;
  }

  /** What a dispute is about: all of it, or half. */
  get disputed(): number {
    return this.id % 2 === 0 ? (this.cents ?? 0) : Math.floor((this.cents ?? 0) / 2);
  }

  private get partBack(): number {
    const said = this.said.get('refund');
    return said?.state === 'part' ? (said.cents ?? this.cents ?? 0) : 0;
  }

  /** Cents that are owed; null: nobody knows how many. */
  get owed(): number | null {
    if (!this.isUndone || (this.delivery ?? 1) !== 1) return 0;
    if (this.cents === null) return null;
    const refunded = this.takenAt('refund') === undefined ? this.partBack : this.cents;
    const disputed = this.takenAt('chargeback') === undefined ? 0 : this.disputed;
    return Math.min(this.cents, refunded + disputed);
  }

  get isOwed(): boolean {
    return this.owed !== 0;
  }

  /** Cents that it pays of debts. */
  get worth(): number {
    return this.isUndone ? 0 : (this.cents ?? 0) - Math.min(this.cents ?? 0, this.partBack);
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
  flag: string | null;
  readonly step: number | null;
  /** Of a flag about payments. */
  readonly about?: Effect;
  until: number | null;
  /** In the order of decisions. */
  since: number;
  status: string;
  end: string | null;
  endedAt: number;
}

interface Books {
  readonly paid: ReadonlyMap<Bought, number>;
  readonly open: ReadonlySet<Bought>;
  /** Open, although bought again. */
  readonly tried: ReadonlySet<Bought>;
}

export class Person {
  readonly bought: Bought[] = [];
  readonly effects: Effect[] = [];
  restriction: { readonly isPersons: boolean; readonly until: number | null } | null = null;
  /** How often a restriction came back. */
  returned = 0;
  private readonly count: number;
  private decisions = 0;
  private decidedAt = 0;

  /** How many causes the rule that restricts takes. */
  constructor(count: number) {
    this.count = count;
  }

  /** Somebody restricts or releases. */
  decide(until: number | null | 'free'): void {
    this.decisions += 1;
    this.decidedAt = this.decisions;
    this.restriction = until === 'free' ? null : { isPersons: true, until };
  }

  /** Somebody releases one effect, or closes a flag. */
  end(effect: Effect): void {
    const about = this.effects.filter((each) => each.about === effect && each.status === 'flagged');
    for (const each of [effect, ...about]) [each.status, each.end] = ['released', 'operator'];
  }

  /** Every purchase gives its cents to the oldest refunds of its product, as far as they go. */
  books(): Books {
    const debts = this.bought
      .filter((each) => each.isOwed)
      .sort((one, two) => one.undoneAt - two.undoneAt || one.id - two.id);
    const paid = new Map(debts.map((debt) => [debt, 0]));
    const missing = (debt: Bought): number =>
      debt.owed === null ? Number.POSITIVE_INFINITY : debt.owed - (paid.get(debt) as number);
    const tried = new Set<Bought>();
    for (const payment of this.bought.filter((each) => !each.isUndone)) {
      const open = debts.filter(
        (each) =>
          missing(each) > 0 &&
          each.product === payment.product &&
          each.undoneAt <= payment.at &&
          each.id < payment.id,
      );
      let cents = payment.worth;
      for (const debt of open) {
        if (debt.owed === null || debt.currency !== payment.currency || cents === 0) continue;
        const given = Math.min(cents, missing(debt));
        cents -= given;
        paid.set(debt, (paid.get(debt) as number) + given);
        tried.add(debt);
      }
      if (cents > 0 || payment.worth === 0) for (const debt of open) tried.add(debt);
    }
    const open = new Set(debts.filter((debt) => missing(debt) > 0));
    return { paid, open, tried: new Set([...tried].filter((debt) => open.has(debt))) };
  }

  /** Cents still to be paid, by currency, where it is known how many. */
  debt(): Record<string, number> {
    const { open, paid } = this.books();
    const sums: Record<string, number> = {};
    for (const debt of open) {
      if (debt.owed === null) continue;
      const remaining = debt.owed - (paid.get(debt) as number);
      sums[debt.currency] = (sums[debt.currency] ?? 0) + remaining;
    }
    return sums;
  }

  /** What must be true after the consequences were drawn. */
  settle(now: number): void {
    const { restriction } = this;
    if (restriction && restriction.until !== null && now > restriction.until) {
      this.restriction = null;
    }
    const before = this.effects.filter(({ end }) => end === 'paid_again');
    for (const effect of this.effects.filter(({ about }) => !about)) {
      const end = this.endOf(effect, now);
      if (end) [effect.status, effect.end, effect.endedAt] = [...end, now];
    }
    for (const effect of before.filter(({ about }) => !about)) this.comeBack(effect, now);
    for (const rule of ['restrict', 'flag'] as const) this.look(rule, now);
    for (const effect of this.effects.filter(({ step }) => step !== null))
      this.lookAtPayments(effect);
    this.follow();
  }

  private holds(effect: Effect): boolean {
    const holding = effect.causes.filter(({ bought, kind }) => bought.takenAt(kind) !== undefined);
    return holding.length >= (effect.rule === 'flag' ? FLAG.count : this.count);
  }

  private endOf(effect: Effect, now: number): [string, string] | undefined {
    if (effect.status !== 'active' && effect.status !== 'flagged') return undefined;
    const isActive = effect.status === 'active';
    if (isActive && effect.until !== null && now > effect.until) return ['over', 'time_over'];
    if (isActive && this.decidedAt > effect.since) return ['released', 'operator'];
    if (!this.holds(effect)) return ['lifted', 'undone'];
    const isEnded = effect.step !== null && this.arePaid(effect.causes);
    return isEnded ? ['lifted', 'paid_again'] : undefined;
  }

  private arePaid(causes: readonly Cause[]): boolean {
    const { open } = this.books();
    const owed = causes.map(({ bought }) => bought).filter((each) => each.isOwed);
    return owed.length > 0 && owed.every((each) => !open.has(each));
  }

  /** What paid for it does not any more. */
  private comeBack(effect: Effect, now: number): void {
    const { open } = this.books();
    if (!this.holds(effect) || !effect.causes.some(({ bought }) => open.has(bought))) return;
    if (effect.until !== null) effect.until += now - effect.endedAt;
    const isPersons = this.restriction?.isPersons === true;
    effect.flag = isPersons ? 'restricted_by_person' : null;
    [effect.status, effect.end] = [isPersons ? 'flagged' : 'active', null];
    effect.since = this.decisions;
    this.returned += 1;
  }

  /** One flag for each restriction, while somebody pays it in the wrong way. */
  private lookAtPayments(effect: Effect): void {
    const { tried } = this.books();
    const isWanted =
      effect.status === 'active' && effect.causes.some(({ bought }) => tried.has(bought));
    const flag = this.effects.find(({ about }) => about === effect);
    if (!flag && isWanted) {
      const { rule, causes } = effect;
      const rest = { step: null, until: null, since: 0, endedAt: 0, about: effect };
      const flagged = { flag: 'paid_differently', status: 'flagged', end: null };
      this.effects.push({ rule, causes, ...rest, ...flagged });
    } else if (flag?.status === 'lifted' && isWanted) {
      [flag.status, flag.end] = ['flagged', null];
    } else if (flag?.status === 'flagged' && !isWanted) {
      const isOver = effect.end !== null;
      [flag.status, flag.end] = isOver ? [effect.status, effect.end] : ['lifted', 'undone'];
    }
  }

  private look(rule: Effect['rule'], now: number): void {
    const used = new Set(
      this.effects
        .filter((effect) => effect.rule === rule && !effect.about && effect.end !== 'undone')
        .flatMap(({ causes }) => causes.map(({ bought }) => bought)),
    );
    const kinds: Kind[] = rule === 'restrict' ? ['refund', 'chargeback'] : ['refund'];
    const fresh = this.bought.flatMap((bought): Cause[] => {
      const kind = kinds.find((each) => bought.takenAt(each) !== undefined);
      if (kind === undefined || used.has(bought)) return [];
      return [{ bought, kind, at: bought.takenAt(kind) as number }];
    });
    fresh.sort((one, two) => one.at - two.at);
    const [count, days] =
      rule === 'restrict' ? [this.count, RESTRICT_DAYS] : [FLAG.count, FLAG.days];
    let near: Cause[] = [];
    for (const cause of fresh) {
      near = [...near.filter(({ at }) => at > cause.at - days * DAY), cause];
      if (near.length < count) continue;
      this.take(rule, near, now);
      near = [];
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
      endedAt: 0,
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
