"""Runs one command and tells its time, peak memory and how it ended.

The peak is the kernel's own high-water mark of the resident set of that process (wait4), so nothing is sampled. A run
over its time limit is killed with all its children. `others_s` is the processor time that everything else on the
machine spent meanwhile (/proc/stat less the command's own): where it is not small, the times are of no use.
"""
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

STAT = Path("/proc/stat")


def machine_cpu_seconds():
    """Processor time spent by all processes since boot; None where the system does not tell."""
    if not STAT.exists():
        return None
    user, nice, system, _idle, _iowait, irq, softirq = map(int, STAT.read_text().split("\n", 1)[0].split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # it ended by itself meanwhile


def measured(command, limit, output, errors=None, folder=None):
    """Runs `command` for at most `limit` seconds in `folder`; stdout goes to the file `output`, stderr to `errors` or there too."""
    over = threading.Event()
    busy_before, start = machine_cpu_seconds(), time.monotonic()
    with open(output, "wb") as out, open(errors or os.devnull, "wb") as err:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err if errors else out,
            start_new_session=True,
            cwd=folder,
        )

        def stop():
            over.set()
            kill_group(process)

        timer = threading.Timer(limit, stop)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            kill_group(process)
            raise
        finally:
            timer.cancel()
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    own = usage.ru_utime + usage.ru_stime
    busy_after = machine_cpu_seconds()
    return {
        "status": process.returncode,
        "over_time": over.is_set(),
        "wall_s": round(wall, 2),
        "cpu_s": round(own, 2),
        "peak_memory_bytes": usage.ru_maxrss * 1024,
        "others_s": None if busy_before is None else round(max(0.0, busy_after - busy_before - own), 2),
    }
