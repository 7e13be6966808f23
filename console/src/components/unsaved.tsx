// Asks before a page is left on which something is written and not saved.
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from './confirm.tsx';
import { useMessages } from './messages.ts';

/** `isUnsaved` is asked whenever somebody is about to leave. */
export function Unsaved({ isUnsaved }: { isUnsaved: () => boolean }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const [held, setHeld] = useState<NavigateEvent>();
  const isLeaving = useRef(false);
  const mustAsk = () => !isLeaving.current && isUnsaved();
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    // Other documents are left to the browser's own question, which it asks at the unloading.
    if (!event.cancelable || !event.destination.sameDocument || !mustAsk()) return;
    event.preventDefault();
    setHeld(event);
  });
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault();
  });
  // Its end comes before whatever takes the page's place goes elsewhere by itself.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // Browsers of before 2026 may lack it; there only the unloading is asked about.
    globalThis.navigation?.addEventListener('navigate', (event) => onNavigate(event), { signal });
    addEventListener('beforeunload', (event) => onUnload(event), { signal });
    return () => controller.abort();
  }, []);
  const leave = ({ destination, navigationType }: NavigateEvent) => {
    isLeaving.current = true;
    if (navigationType === 'traverse') return void navigation.traverseTo(destination.key);
    const { pathname, search } = new URL(destination.url);
    navigate(`~${pathname}${search}`, { replace: navigationType === 'replace' });
  };
  return (
    <ConfirmDialog
      opened={held !== undefined}
      title={say.leaveTitle}
      action={say.leave}
      isPending={false}
      onConfirm={() => held && leave(held)}
      onClose={() => setHeld(undefined)}
    >
      {say.leaveAbout}
    </ConfirmDialog>
  );
}
