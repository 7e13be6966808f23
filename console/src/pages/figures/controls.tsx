// What the figures are of: days, interval, split, comparison and currency; the address keeps all of it.
import { Button, Group, Select, type SelectProps, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { addDays, automaticStep, PRESETS, type Step } from './days.ts';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';
import { useFiguresPlace } from './place.ts';
import { Rates } from './rates.tsx';
import { type Abilities, type FiguresState, NO_COMPARE, type Split } from './state.ts';

/** The currencies that the figures can be shown in. */
export interface Currencies {
  readonly own: readonly string[];
  /** What rates convert to. */
  readonly reporting?: readonly string[];
  readonly shown: string;
}

export function Controls({
  state,
  abilities,
  currencies,
}: {
  state: FiguresState;
  abilities: Abilities;
  currencies: Currencies | undefined;
}) {
  const say = useMessages();
  const { today } = useFiguresPlace();
  const { change } = state;
  const stepNames: Readonly<Record<Step, string>> = {
    hour: say.byHour,
    day: say.byDay,
    week: say.byWeek,
    month: say.byMonth,
  };
  const splitNames: Readonly<Record<Split, string>> = {
    app: say.app,
    market: say.market,
    product: say.product,
    country: say.country,
    currency: say.currency,
    type: say.byType,
    actor: say.byActor,
    scope: say.scope,
  };
  const chooseRange = (range: string) => {
    const own = state.range?.days ?? { from: addDays(today, -29), to: today };
    change({ range, step: '', ...(range === 'own' ? own : { from: '', to: '' }) });
  };
  const automatic = state.range
    ? stepNames[automaticStep(state.range.days, abilities.hasHours ?? false)]
    : '';
  return (
    <Group align="flex-end" gap="sm" className={styles.screen}>
      <Choice
        label={say.range}
        width={175}
        value={state.preset}
        onChange={chooseRange}
        data={PRESETS.map((value) => ({
          value,
          label: value === '12m' && abilities.hasRunningMonth ? say.cohorts12m : say[value],
        }))}
      />
      {state.preset === 'own' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            label={say[end]}
            type="date"
            value={state.own[end]}
            onChange={(event) => change({ [end]: event.currentTarget.value })}
          />
        ))}
      {abilities.hasSteps && (
        <Choice
          label={say.step}
          width={150}
          value={state.chosenStep}
          onChange={(step) => change({ step })}
          data={[
            { value: '', label: say.automatic(automatic) },
            ...state.steps.map((value) => ({ value, label: stepNames[value] })),
          ]}
        />
      )}
      {abilities.splits && (
        <Choice
          label={say.splitBy}
          width={115}
          value={state.by ?? ''}
          onChange={(by) => change({ by })}
          data={[
            { value: '', label: say.noSplit },
            ...abilities.splits.map((value) => ({ value, label: splitNames[value] })),
          ]}
        />
      )}
      {abilities.hasCompare && (
        <Choice
          label={say.compare}
          width={145}
          value={state.compare ?? NO_COMPARE}
          onChange={(compare) => change({ compare })}
          data={[
            { value: 'before', label: say.before },
            { value: 'year', label: say.year },
            { value: NO_COMPARE, label: say.noCompare },
          ]}
        />
      )}
      {currencies && currencies.own.length + (currencies.reporting?.length ?? 0) > 0 && (
        <CurrencyChoice state={state} currencies={currencies} />
      )}
      {abilities.hasRates && <RatesButton reporting={currencies?.reporting ?? []} />}
    </Group>
  );
}

function CurrencyChoice({ state, currencies }: { state: FiguresState; currencies: Currencies }) {
  const say = useMessages();
  const { own, reporting = [], shown } = currencies;
  const choose = (value: string) => {
    const [kind, code = ''] = value.split(' ');
    state.change(kind === 'into' ? { into: code, currency: '' } : { into: '', currency: code });
  };
  return (
    <Choice
      label={say.currency}
      width={120}
      value={state.into === '' ? `own ${shown}` : `into ${state.into}`}
      onChange={choose}
      data={[
        { group: say.paidIn, items: own.map((code) => ({ value: `own ${code}`, label: code })) },
        ...(reporting.length === 0
          ? []
          : [
              {
                group: say.convertedTo,
                items: reporting.map((code) => ({
                  value: `into ${code}`,
                  label: say.converted(code),
                })),
              },
            ]),
      ]}
    />
  );
}

function RatesButton({ reporting }: { reporting: readonly string[] }) {
  const say = useMessages();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" px="xs" onClick={dialog.open}>
        {say.rates}
      </Button>
      <Rates opened={isOpen} onClose={dialog.close} reporting={reporting} />
    </>
  );
}

function Choice({
  width,
  onChange,
  ...select
}: Pick<SelectProps, 'label' | 'value' | 'data'> & {
  width: number;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      w={width}
      allowDeselect={false}
      onChange={(value) => onChange(value ?? '')}
      {...select}
    />
  );
}
