@echo off
rem Behind the Mask on Windows:  make lab   make test   make check 02_masking
rem Each command sets the course up in .venv first, if that was not done yet.
setlocal
cd /d "%~dp0"
set "verb=%~1"
if "%verb%"=="" set "verb=lab"

where py >nul 2>nul
if not errorlevel 1 (
  py -3 -I course_utils\bootstrap.py
  goto ready
)
where python >nul 2>nul
if not errorlevel 1 (
  python -I course_utils\bootstrap.py
  goto ready
)
echo Python was not found: install Python 3.13 from python.org, then run the same command again.
exit /b 2

:ready
if errorlevel 1 exit /b %errorlevel%
if "%verb%"=="setup" exit /b 0
if exist tests goto run
if not "%verb%"=="test" if not "%verb%"=="bench" goto run
echo Tests are not in this copy of the course, which is the one for a class: try .\make doctor.
exit /b 2

:run
if "%verb%"=="test" (
  .venv\Scripts\python -m pytest -n auto --maxprocesses 4 --dist loadscope --no-loadscope-reorder -q %2 %3 %4 %5
) else if "%verb%"=="bench" (
  .venv\Scripts\python -m benchmarks %2 %3 %4 %5
) else (
  .venv\Scripts\python -m course_utils %verb% %2 %3 %4 %5 %6 %7 %8 %9
)
